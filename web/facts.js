import { copyButton } from "./copying.js";
import { element } from "./element.js";
import { shownOf } from "./shown.js";

/** Draws a fact: its label, its value and, by default only for an account, a copy button. */
export const factOf = (pair, { isCopied = pair.role === "account" } = {}) => element("dl", {}, element("div", {},
  element("dt", { class: "pair-name", text: pair.label ?? "" }),
  element("dd", { class: "pair-value" }, shownOf(pair), isCopied ? copyButton(pair) : null)));

/**
 * Draws modules with facts on one card: a title, the main fact in large type, the rest as pairs.
 */
export function drawFacts(modules, places) {
  modules.forEach((module, index) => {
    if (!module.pair) return;
    places[index].classList.toggle("hero", module.fontSize === "title");
    places[index].replaceChildren(factOf(module.pair));
  });
  return element("div", { class: "card facts" }, places);
}
