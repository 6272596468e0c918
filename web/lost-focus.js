import { isLost, isThere, recover, whereIn } from "./focus.js";

/** Milliseconds for the code that removes an element to move the focus by itself. */
const PAUSE = 200;

const { body } = document;
/** The ways to the element that has or had the focus, and to the last one that was not in a note or a question over the page. */
let last, lasting;
let timer;

function follow() {
  last = whereIn(body);
  if (!document.activeElement.closest(".floating, .question, .sheet")) lasting = last;
}

function check() {
  timer = null;
  if (!isLost() || !last || isThere(last.at(-1))) return;
  // Elements that are loading or being sent come back, or a page with a focus of its own replaces them.
  if (document.querySelector(".loading, [aria-busy=true]")) later();
  else recover(last) || recover(lasting);
}

function later() { timer ??= setTimeout(check, PAUSE); }

document.addEventListener("focusin", follow);
document.addEventListener("focusout", () => setTimeout(() => {
  // The person has left an element that is still there.
  if (last && isLost() && isThere(last.at(-1))) last = lasting = null;
}));
new MutationObserver(later).observe(body, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "open"] });
follow();
