import { element } from "./element.js";
import { shown } from "./format.js";
import { icon } from "./icons.js";
import { badgeOf, contentOf, shownLine, shownOf } from "./shown.js";

/**
 * A row: title, what is said below and at its end; with `act` it leads on. Its `parts` say what the texts are; the texts of a
 * server that does not say it are drawn as before.
 */
export function rowOf(row, act, { hasMark = false, menu } = {}) {
  const { parts = {}, badge } = row;
  const title = parts.title?.text ?? shown(row.title);
  const below = parts.subtitle ? shownLine([].concat(parts.subtitle)) : row.subtitle ? [element("span", { text: shown(row.subtitle) })] : [];
  const end = parts.trailing ? shownOf(parts.trailing, { isSigned: Boolean(row.group) }) : row.trailing && row.trailing !== badge?.text ? element("span", { class: "shown is-amount", text: shown(row.trailing) }) : null;
  const state = badgeOf(badge);
  const words = element("span", { class: "row-words" },
    element("span", { class: "row-line" }, element("span", { class: "row-title" }, contentOf({ text: title })), end && element("span", { class: "row-trailing" }, end)),
    below.length || state ? element("span", { class: "row-line" }, element("span", { class: "row-subtitle" }, below), state) : null);
  // A letter stands for somebody, or for what can be opened: what is only read needs none.
  const content = [markOf(row, title, { hasMark, hasLetter: Boolean(act) || parts.title?.role === "person" }), words];
  if (!act) return withMenu(element("div", { class: "row" }, content), menu);
  const made = element("button", { type: "button", class: "row", on: { click: act } }, content, menu ? null : element("span", { class: "chevron", "aria-hidden": "true" }));
  return withMenu(made, menu);
}

const withMenu = (made, menu) => (menu ? element("div", { class: "row-box" }, made, menu) : made);

/** The picture of this server at a path; none of another server, which would learn who looks. */
export const pictureOf = (path) => (typeof path === "string" && /^\/(?!\/)/.test(path) ? element("img", { class: "row-image", src: path, alt: "", decoding: "async" }) : null);

/** The picture of a row: the brand's image, the icon that the server names, or the first letter. */
function markOf({ image, icon: name }, title, { hasMark, hasLetter }) {
  const picture = hasMark && pictureOf(image);
  if (picture) return picture;
  const drawn = icon(name);
  if (drawn) return element("span", { class: "row-mark drawn", "aria-hidden": "true" }, drawn);
  if (!hasMark || !hasLetter) return null;
  return element("span", { class: `row-mark letter-${letterColour(title)}`, "aria-hidden": "true", text: [...title.replace(/[^\p{L}\p{N}]/gu, "")][0]?.toUpperCase() ?? "•" });
}

/** One of a few colours, the same for the same text; none of them says anything. */
const letterColour = (text) => [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) % 997, 7) % 5 + 1;
