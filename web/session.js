const KEY = "valence.session";
let held = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
let changed = (/** @type {string} */ _) => {};

/** The channel to the other tabs of this browser. A new tab requests their session. */
const tabs = new BroadcastChannel(KEY);
const tell = (kind, more) => tabs.postMessage({ kind, ...more });

const keep = (granted) => {
  held = granted;
  if (granted) sessionStorage.setItem(KEY, JSON.stringify(granted));
  else sessionStorage.removeItem(KEY);
};

tabs.addEventListener("message", ({ data }) => {
  if (data.kind === "ask" && held) tell("open", { granted: held });
  else if (data.kind === "open" && !held && data.granted?.token) {
    keep(data.granted);
    changed("open");
  } else if (data.kind === "end" && held && data.token === held.token) changed(data.isLeft ? "left" : "end");
});

/**
 * The session of the person, shared by the tabs of this browser. The token is lost with the last
 * tab.
 */
export const session = {
  get isOpen() { return held !== null; },
  get token() { return held?.token; },
  get user() { return held?.user?.id; },
  get name() { return held?.user?.name; },
  /** The request that ends the session on the server. */
  get end() { return held?.logout; },
  /** The request for change events. */
  get events() { return held?.events; },
  /** Requests the session of another tab. Its response is reported as a change. */
  seek() { if (!held) tell("ask"); },
  /**
   * Sets the handler of changes in another tab: a session is opened (`open`), the person has logged
   * out (`left`), the session has ended (`end`).
   */
  onChange(act) { changed = act; },
  /** Stores the session of a login, and shares it with the other tabs. */
  open(granted) {
    keep(granted);
    tell("open", { granted });
  },
  /** Forgets the session in every tab. */
  close({ isLeft = false } = {}) {
    if (held) tell("end", { token: held.token, isLeft });
    keep(null);
  },
};
