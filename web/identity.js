import { element } from "./element.js";
import { icon } from "./icons.js";

/** The legal forms that begin or end the name of a company. */
const LEGAL = /(?<!\p{L})(ООО|[ПЗО]?АО|НКО|ИП|[ФГМ]{1,2}УП|LLC|Ltd|Inc|GmbH)(?!\p{L})/gu;

/** The picture at a path of this server; null for an address of another server. */
export const pictureOf = (path) => (typeof path === "string" && /^\/(?!\/)/.test(path) ? element("img", { class: "row-image", src: path, alt: "", decoding: "async" }) : null);

/**
 * The mark of a row: the brand's picture, the sign of an account's currency, a small card, initials of a person, a company's letter
 * in a square, the icon that the server names, or the first letter.
 */
export function markOf({ image, icon: name, parts = {}, badge }, title, { hasMark, hasLetter }) {
  const made = (kind, content) => element("span", { class: `row-mark ${kind}`, "aria-hidden": "true" }, content ?? "");
  const tint = `letter-${colour(title)}`;
  const drawn = icon(name);
  const picture = hasMark && pictureOf(image);
  if (picture) return picture;
  if (hasMark && parts.title?.role === "person") {
    const name = title.replace(LEGAL, "");
    const isCompany = name !== title || /["«“]/.test(title);
    const words = name.match(/[\p{L}\p{N}]+/gu) ?? ["•"];
    return made(`${isCompany ? "company " : ""}${tint}`, words.slice(0, isCompany ? 1 : 2).map((word) => [...word][0]).join("").toUpperCase());
  }
  const { currency } = parts.trailing ?? {};
  if (hasMark && name === "account" && /^[A-Z]{3}$/.test(currency)) return made(`letter-${colour(currency)}`, glyph(currency));
  if (hasMark && name === "card") return made(`plastic ${badge?.tone === "danger" ? "letter-5" : tint}`);
  if (drawn) return made("drawn", drawn);
  return hasMark && hasLetter ? made(tint, [...title.replace(/[^\p{L}\p{N}]/gu, "")][0]?.toUpperCase() ?? "•") : null;
}

/** The shortest sign of a currency, the same in each language. */
const glyph = (currency) => new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" }).formatToParts(0).find(({ type }) => type === "currency").value;

/** One of a few colours, the same for the same text; none of them says anything. */
const colour = (text) => [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) % 997, 7) % 5 + 1;

/** The last four digits of an account in a list of accounts; the whole number is there for a screen reader. */
export const shortAccount = ({ role, value, text }, name) => (name === "account" && role === "account" && /^\d{20}$/.test(value)
  ? element("span", { class: "shown" }, element("span", { "aria-hidden": "true", text: `•• ${value.slice(-4)}` }), element("span", { class: "unseen", text }))
  : null);
