const KEY = "valence.session";
let held = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
let changed = () => {};

/** The tabs of this browser: one that opens asks the others for their session, and is told when it ends. */
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

/** The person who is logged in, in the tabs of this browser: closing the last one forgets the token. */
export const session = {
  get isOpen() { return held !== null; },
  get token() { return held?.token; },
  get user() { return held?.user?.id; },
  get name() { return held?.user?.name; },
  /** The request that tells the server that the session ends. */
  get end() { return held?.logout; },
  /** Where it is told what changes. */
  get events() { return held?.events; },
  /** Asks the other tabs for theirs; the answer comes as a change. */
  seek() { if (!held) tell("ask"); },
  /** Says what happens when another tab has opened a session (`open`), its person has logged out (`left`), or it has ended (`end`). */
  onChange(act) { changed = act; },
  /** Takes the session that a login has answered. */
  open(granted) {
    keep(granted);
    tell("open", { granted });
  },
  /** Forgets it, in every tab. */
  close({ isLeft = false } = {}) {
    if (held) tell("end", { token: held.token, isLeft });
    keep(null);
  },
};
