import { isOwn } from "./client/documents.js";
import { element } from "./element.js";
import { icon } from "./icons.js";

/** The legal forms that begin or end the name of a company. */
const LEGAL = /(?<!\p{L})(ООО|[ПЗО]?АО|НКО|ИП|[ФГМ]{1,2}УП|LLC|Ltd|Inc|GmbH)(?!\p{L})/gu;

/** Draws the picture at a path of this server; null for other addresses. */
export const pictureOf = (path, app) => (
  typeof path === "string" && isOwn(path)
    ? element("img", { class: "row-image", src: app.url(path), alt: "", decoding: "async" })
    : null);

/**
 * Draws the mark of a row: a picture, the initials of a person, the first letter of a company, a
 * currency sign, a small card, the server's icon, or the first letter of the title.
 */
export function markOf(
  /** @type {any} */ { image, icon: name, parts = {}, badge }, title, { hasMark, hasLetter, app },
) {
  const made = (kind, content) => element("span", { class: `row-mark ${kind}`, "aria-hidden": "true" }, content ?? "");
  const tint = `letter-${colour(title)}`;
  const drawn = icon(name);
  const picture = hasMark && pictureOf(image, app);
  if (picture) return picture;
  if (hasMark && parts.title?.role === "person") {
    const name = title.replace(LEGAL, "");
    const isCompany = name !== title || /["«“]/.test(title);
    const words = name.match(/[\p{L}\p{N}]+/gu) ?? ["•"];
    return made(`${isCompany ? "company " : ""}${tint}`,
      words.slice(0, isCompany ? 1 : 2).map((word) => [...word][0]).join("").toUpperCase());
  }
  const { currency } = parts.trailing ?? {};
  if (hasMark && name === "account" && /^[A-Z]{3}$/.test(currency)) {
    return made(`letter-${colour(currency)}`, glyph(currency));
  }
  if (hasMark && name === "card") return made(`plastic ${badge?.tone === "danger" ? "letter-5" : tint}`);
  if (drawn) return made("drawn", drawn);
  return hasMark && hasLetter ? made(tint, [...title.replace(/[^\p{L}\p{N}]/gu, "")][0]?.toUpperCase() ?? "•") : null;
}

/** The shortest sign of a currency, the same in each language. */
const glyph = (currency) =>
  new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" }).formatToParts(0).find(
    ({ type }) => type === "currency").value;

/** One of five colours, the same for the same text. A colour has no meaning. */
const colour = (text) => [...text].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) % 997, 7) % 5 + 1;

/** Draws the last four digits of an account; null for other values. A screen reader reads all. */
export function shortAccount(/** @type {any} */ { role, value, text } = {}) {
  if (role !== "account" || !/^\d{20}$/.test(value)) return null;
  return element("span", { class: "shown is-card" },
    element("span", { "aria-hidden": "true", text: `•• ${value.slice(-4)}` }),
    element("span", { class: "unseen", text }));
}
