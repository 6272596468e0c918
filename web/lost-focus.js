import { focusIn, isLost, isThere, recover, whereIn } from "./focus.js";

/** Milliseconds in which the code that removes an element can move the focus itself. */
const PAUSE = 200;

/** The clients that are followed. */
const followed = new WeakSet();

/** Restores the focus in a client whose focused element was removed. */
export function followFocus(app) {
  if (followed.has(app)) return;
  followed.add(app);
  const { place } = app;
  /**
   * The paths to the element that has or had the focus, and to the last one outside notices and
   * dialogs; null while the focus is outside the client.
   */
  let last, lasting, timer;

  function follow() {
    last = whereIn(place);
    if (!last) lasting = null;
    else if (!focusIn(place).closest(".floating, .question, .sheet")) lasting = last;
  }

  function check() {
    timer = null;
    if (!isLost() || !last || isThere(last.at(-1))) return;
    // Elements that are loading or being sent return, or a page with its own focus replaces them.
    if (place.querySelector(".loading, [aria-busy=true]")) later();
    else recover(last) || recover(lasting);
  }

  const later = () => { timer ??= setTimeout(check, PAUSE); };
  const left = () => setTimeout(() => {
    // The person has left an element that still exists.
    if (last && isLost() && isThere(last.at(-1))) last = lasting = null;
  });
  const observer = new MutationObserver(later);
  document.addEventListener("focusin", follow);
  document.addEventListener("focusout", left);
  observer.observe(place, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "open"] });
  app.onClose(() => {
    document.removeEventListener("focusin", follow);
    document.removeEventListener("focusout", left);
    observer.disconnect();
    clearTimeout(timer);
  });
  follow();
}
