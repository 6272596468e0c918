import { element } from "./element.js";
import { guided } from "./guidance.js";

/** Draws a link. Links that leave the bank open in a new window, all others in the client. */
export function drawLink(atom, form) {
  const { href, action } = atom.state;
  const outside = !action && /^(https|mailto|tel):/.test(href ?? "");
  const made = outside
    ? element("a", { class: "row link wide", href, rel: "noopener noreferrer", target: "_blank" })
    : element("button", { type: "button", role: "link", class: "row link wide", on: { click: () => form.tap(atom) } });
  const words = element("span", { class: "row-title" });
  made.append(words, element("span", { class: "chevron", "aria-hidden": "true" }));
  atom.watch(() => {
    words.textContent = atom.state.caption ?? "";
    if (!outside) made.disabled = !atom.isEnabled;
  });
  return guided(atom, made);
}
