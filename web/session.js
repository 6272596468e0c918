const KEY = "valence.session";
let held = JSON.parse(sessionStorage.getItem(KEY) ?? "null");

/** The person who is logged in, in this tab alone: closing it forgets the token. */
export const session = {
  get isOpen() { return held !== null; },
  get token() { return held?.token; },
  get user() { return held?.user?.id; },
  /** The request that tells the server that the session ends. */
  get end() { return held?.logout; },
  /** Where it is told what changes. */
  get events() { return held?.events; },
  /** Takes the session that a login has answered. */
  open(granted) {
    held = granted;
    sessionStorage.setItem(KEY, JSON.stringify(granted));
  },
  /** Forgets it. */
  close() {
    held = null;
    sessionStorage.removeItem(KEY);
  },
};
