import { Connection } from "./client/connection.js";
import { kinds } from "./kinds.js";
import { session } from "./session.js";

/** Calls `act` after an event until the returned function is called. */
const on = (/** @type {EventTarget} */ target, name) => (/** @type {() => void} */ act) => {
  target.addEventListener(name, act);
  return () => target.removeEventListener(name, act);
};

/** The connection of this page to its server. */
export const connection = new Connection({
  session, kinds: kinds(), client: "web/1.0",
  host: {
    isVisible: () => !document.hidden && document.visibilityState !== "hidden",
    onOnline: on(window, "online"), onVisibility: on(document, "visibilitychange"),
  },
});

/** @typedef {import("./client/connection.js").Sent} Sent */

/** Sends a request of this page. */
export const ask = (lead, /** @type {Sent} */ sent = {}) => connection.ask(lead, sent);
