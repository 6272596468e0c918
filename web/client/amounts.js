import { narrow, partsOfEdit } from "./edits.js";
import { isDecimal, pastedDecimal, readDecimal } from "./numbers.js";

/** @typedef {import("./edits.js").Field} Field */
/** @typedef {import("./edits.js").Edit} Edit */

/**
 * Formatting of amounts and other decimals during typing. Separators are drawn, never entered. Text
 * that is not a number is shown unchanged, because a removed character could produce another
 * number.
 */
/** @type {Record<string, string>} */
const GROUP = { ru: "\u00a0", en: "," }, POINT = /** @type {Record<string, string>} */ ({ ru: ",", en: "." });

/**
 * An amount that may have been meant in thousands: `1.000.` for `1.000`. It is not a valid decimal.
 */
const UNCLEAR = /^(-?\d+\.\d+)\.$/;

/**
 * Returns the field state for a stored value: its text (`1 234,5` for `1234.5`), the value, and the
 * offset of each entered character.
 * @param {string | null} value
 * @param {string} language
 * @param {number} [places]
 */
export function typedAmount(value, language, places) {
  const text = String(value ?? "").replace(UNCLEAR, "$1");
  return doubted(kept(text, language), places);
}

/**
 * @param {string} text
 * @param {string} language
 */
function kept(text, language) {
  if (text === "") return drawn([], language);
  return /^-?\d+(\.\d+)?$/.test(text) ? drawn([...text], language) : raw(text, text.length, language);
}

/**
 * @param {Field} field
 * @param {number} [places]
 */
function doubted(field, places) {
  const isUnclear = isDecimal(field.value) && String(field.value).split(".")[1]?.length > Math.max(places ?? NaN, 2);
  return isUnclear ? { ...field, value: `${field.value}.` } : field;
}

/**
 * Returns the field state after an edit of `old`, an earlier result of this module. `now` is the
 * new text with its caret and input type. A number with more than two decimals, and more than
 * `places`, gets the form of `UNCLEAR`.
 * @param {Field} old
 * @param {Edit} now
 * @param {string} language
 * @param {number} [places]
 */
export const editedAmount = (old, now, language, places) =>
  doubted(edited(old, { ...now, text: narrow(now.text) }, language), places);

/**
 * @param {Field} old
 * @param {Edit} now
 * @param {string} language
 */
function edited(old, now, language) {
  if (now.text.trim() === "") return drawn([], language);
  const { start, inserted, before, after, isKnown } = partsOfEdit(old, now);
  const isTyped = [...inserted].length === 1;
  // Ignore typed whitespace, because separators are drawn.
  if (isTyped && old.entered && /[\s\p{Z}]/u.test(inserted)) {
    const left = [...before, ...after];
    if (left.length === old.entered.length) return { ...old, caret: start, isKeptOut: true };
    return { ...drawn(left, language, before.length), isKeptOut: true };
  }
  if (isTyped && isForeign(now.text)) return raw(now.text, now.caret, language);
  if (!old.entered) return whole(now.text, now.caret, language);
  if (!inserted) return drawn([...before, ...after], language, before.length);
  // Without a known start, a pasted text can replace the whole text even if both begin alike.
  if (!isTyped && ((!before.length && !after.length) || (!isKnown && pastedDecimal(now.text, language) !== null))) {
    return whole(now.text, now.caret, language);
  }
  const added = isTyped ? typed(inserted, [...before, ...after], language) : pasted(inserted, language);
  const hasTwoPoints = added && [...before, ...added, ...after].filter((each) => each === ".").length > 1;
  if (!added || hasTwoPoints || (added.includes("-") && before.length)) return raw(now.text, now.caret, language);
  return drawn([...before, ...added, ...after], language, before.length + added.length);
}

/**
 * True if the text has characters other than digits, separators and a leading minus.
 * @param {string} text
 */
const isForeign = (text) => !/^[\s\p{Z}]*[-−–]?[\d.,\s\p{Z}]*$/u.test(text);

/**
 * Returns the characters that a typed character enters; null if it is ambiguous: in English, a
 * comma with at most three digits.
 * @param {string} character
 * @param {string[]} others
 * @param {string} language
 */
function typed(character, others, language) {
  if (/\d/.test(character)) return [character];
  if (/[-−–]/.test(character)) return ["-"];
  const digits = others.filter((each) => /\d/.test(each)).length;
  return character === "," && language === "en" && digits <= 3 && !others.includes(".") ? null : ["."];
}

/**
 * Returns the characters of a pasted number; null if the text is not a number, or ends with a comma
 * that can begin a group or a fraction. A final point begins a fraction.
 * @param {string} text
 * @param {string} language
 */
function pasted(text, language) {
  const number = pastedDecimal(text, language);
  const end = /\d([.,])\s*$/.exec(text)?.[1];
  if (number === null || (end === "," && language === "en")) return null;
  return [...number, ...(end && !number.includes(".") ? ["."] : [])];
}

/**
 * Returns the field state for a text that is the whole content of the field.
 * @param {string} text
 * @param {number} caret
 * @param {string} language
 */
function whole(text, caret, language) {
  if (/^[-−–]$/.test(text.trim())) return drawn(["-"], language);
  if (/^[.,]$/.test(text.trim())) return drawn(["."], language);
  // In English, such a comma can begin a group or a fraction, so keep the typed text.
  const isAmbiguous = language === "en" && /^-?\d{1,3}(,\d{0,3})+$/.test(text);
  const number = isAmbiguous ? null : pastedDecimal(text, language);
  if (number === null) return raw(text, caret, language);
  const behind = (text.slice(caret).match(/[\d.,]/g) ?? []).filter((each) => each !== GROUP[language]).length;
  // A final point begins a fraction.
  const entered = [...number, ...(/\d[.,]$/.test(text) && !number.includes(".") ? ["."] : [])];
  return drawn(entered, language, Math.max(0, entered.length - behind));
}

/**
 * Returns the field state for a text without groups, shown as typed.
 * @param {string} text
 * @param {number} caret
 * @param {string} language
 */
function raw(text, caret, language) {
  // An amount can be typed with its unit: `100 руб 50 коп`.
  const value = readDecimal(text, language) ?? (isForeign(text) ? pastedDecimal(text, language) : null) ?? text.trim();
  return { text, value, entered: null, at: [], caret };
}

/**
 * Formats the entered characters, with the caret after the first `count` of them.
 * @param {string[]} entered
 * @param {string} language
 */
function drawn(entered, language, count = entered.length) {
  const point = entered.indexOf(".");
  const end = point < 0 ? entered.length : point;
  let text = "";
  const at = entered.map((character, index) => {
    const place = text.length;
    text += character === "." ? POINT[language] : character === "-" ? "−" : character;
    const left = end - index - 1;
    if (/\d/.test(character) && left > 0 && left % 3 === 0) text += GROUP[language];
    return place;
  });
  const caret = count ? at[count - 1] + 1 : 0;
  return { text, value: closed(entered.join("")), entered, at, caret };
}

/**
 * Returns the decimal of the entered text; null if it is empty. An incomplete number is unchanged.
 * @param {string} text
 */
function closed(text) {
  if (text === "") return null;
  const number = text.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  return /^-?\d+(\.\d+)?$/.test(number) ? number.replace(/^(-?)0+(?=\d)/, "$1") : text;
}
