import { narrow } from "./edits.js";

const GAP = "[ \\u00a0\\u2007\\u2009\\u202f]";

/**
 * Parses a decimal as people of a language write it: `1234.5` for `1 234,5`; null if the text is
 * not a number or is ambiguous. Spaces and, in English, commas may separate groups of three digits.
 * @param {string} text
 * @param {string} language
 */
export function readDecimal(text, language) {
  const bare = narrow(text).trim().replace(/\p{Cf}/gu, "").replace(/^[−–]/, "-").replace(/^\+(?=\d)/, "");
  const grouped = new RegExp(`^-?\\d{1,3}(${GAP}\\d{3})+([.,]\\d*)?$`).test(bare)
    ? bare.replace(new RegExp(GAP, "g"), "")
    : bare;
  if (language === "en" && /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(grouped)) return closed(grouped.replace(/,/g, ""));
  if (language === "en" && /,\d{3,}$/.test(grouped)) return null;
  return /^-?\d+([.,]\d*)?$/.test(grouped) ? closed(grouped.replace(",", ".")) : null;
}

/** Currency signs and words around a pasted number. */
const SIGN = "(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3}|руб(?:лей|ля|ль)?\\.?|р\\.?)";
const MONEY = new RegExp(
  "^(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3})?\\s*([-−–+]?)\\s*(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3})?"
    + `\\s*([\\d.,'’\\s\\p{Cf}]*\\d[.,]?)\\s*(?:${SIGN})?$`,
  "u");
/** The currency codes. Other three letters next to a number, such as MLN, may be a factor. */
const CODES = new Set(Intl.supportedValuesOf?.("currency"));
/** The maximum number of characters of a number. */
const LONGEST = 64;
const COINS = /^([\d\s]*\d)\s*р(?:уб[а-я]*)?\.?\s*(\d\d?)\s*к(?:оп[а-я]*)?\.?$/u;

/**
 * Parses a pasted decimal: `1234.5` for `1 234,50 ₽`, `1.234,50` or `1 234 руб. 50 коп.`; null if
 * the text is not a number or is ambiguous.
 * @param {string} text
 * @param {string} language
 */
export function pastedDecimal(text, language) {
  const bare = narrow(text).replace(/\p{Cf}/gu, "").replace(/^[\s\p{Z}]+|[\s\p{Z}]+$/gu, "");
  if (bare.length > LONGEST || (bare.match(/[A-Z]{3}/g) ?? []).some((code) => !CODES.has(code))) return null;
  const coins = COINS.exec(bare);
  if (coins) return readDecimal(`${coins[1]}.${coins[2].padStart(2, "0")}`, language);
  const parts = MONEY.exec(bare);
  if (!parts) return readDecimal(bare, language);
  const number = parts[1].replace("+", "") + parts[2].trim();
  // The last of two separators is the point, if the other one divides groups of three.
  const both = /^([-−–]?)(\d{1,3}(?:[.'’]\d{3})+),(\d{1,2})$/.exec(number)
    ?? /^([-−–]?)(\d{1,3}(?:[,'’]\d{3})+)\.(\d{1,2})$/.exec(number);
  if (both) return `${both[1] ? "-" : ""}${both[2].replace(/\D/g, "")}.${both[3]}`;
  return readDecimal(number, language);
}

/**
 * True if a value is a decimal, not an unreadable text.
 * @param {unknown} value
 */
export const isDecimal = (value) => /^-?\d+(\.\d+)?$/.test(String(value));

/**
 * Returns a decimal without a final point and leading zeros.
 * @param {string} text
 */
const closed = (text) => text.replace(/\.$/, "").replace(/^(-?)0+(?=\d)/, "$1");
