/** Calls `act` after an event until the returned function is called. */
const on = (/** @type {EventTarget} */ target, name) => (/** @type {() => void} */ act) => {
  target.addEventListener(name, act);
  return () => target.removeEventListener(name, act);
};

/** The browser around the client, for the library. */
export const host = {
  isVisible: () => !document.hidden && document.visibilityState !== "hidden",
  onOnline: on(window, "online"), onVisibility: on(document, "visibilitychange"),
};
