import { isLost, isThere, recover, whereIn } from "./focus.js";

/** Milliseconds in which the code that removes an element can move the focus itself. */
const PAUSE = 200;

const { body } = document;
/**
 * The paths to the element that has or had the focus, and to the last one outside notices and
 * dialogs.
 */
let last, lasting;
let timer;

function follow() {
  last = whereIn(body);
  if (!document.activeElement.closest(".floating, .question, .sheet")) lasting = last;
}

function check() {
  timer = null;
  if (!isLost() || !last || isThere(last.at(-1))) return;
  // Elements that are loading or being sent return, or a page with its own focus replaces them.
  if (document.querySelector(".loading, [aria-busy=true]")) later();
  else recover(last) || recover(lasting);
}

function later() { if (!timer) timer = setTimeout(check, PAUSE); }

document.addEventListener("focusin", follow);
document.addEventListener("focusout", () => setTimeout(() => {
  // The person has left an element that still exists.
  if (last && isLost() && isThere(last.at(-1))) last = lasting = null;
}));
new MutationObserver(later)
  .observe(body, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "open"] });
follow();
