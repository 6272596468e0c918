import { element } from "./element.js";
import { shown } from "./format.js";

/** A row: title, what is said below and at its end; with `act` it leads on. */
export function rowOf({ title, subtitle, trailing, image }, act, { hasMark = false } = {}) {
  const name = shown(title);
  const words = element("span", { class: "row-words" },
    element("span", { class: "row-line" },
      element("span", { class: "row-title", text: name }),
      trailing ? element("span", { class: "row-trailing", text: shown(trailing) }) : null),
    subtitle ? element("span", { class: "row-subtitle", text: shown(subtitle) }) : null);
  // Pictures of other servers are not loaded: they would learn who looks.
  const isOwn = typeof image === "string" && /^\/(?!\/)/.test(image);
  const parts = [
    hasMark && isOwn ? element("img", { class: "row-image", src: image, alt: "", decoding: "async" }) : hasMark ? element("span", { class: `row-mark tone-${tone(name)}`, "aria-hidden": "true", text: [...name.replace(/[^\p{L}\p{N}]/gu, "")][0] ?? "•" }) : null,
    words,
  ];
  if (!act) return element("div", { class: "row" }, parts);
  return element("button", { type: "button", class: "row", on: { click: act } }, parts, element("span", { class: "chevron", "aria-hidden": "true" }));
}

/** One of a few colours, the same for the same text. */
const tone = (text) => [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) % 997, 7) % 5;
