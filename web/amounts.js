import { narrow, partsOfEdit } from "./edits.js";
import { isDecimal, pastedDecimal, readDecimal } from "./numbers.js";

/**
 * Amounts and other decimals while they are typed. Groups of three digits are drawn and never entered, so that the caret stays
 * beside the digit that it stood beside. What is no number stays to be seen as it was typed or pasted: nothing is cut out of it, so that
 * no other number is left.
 */
const GROUP = { ru: "\u00a0", en: "," }, POINT = { ru: ",", en: "." };

/** The value of an amount that may have been meant in thousands: `1.000.` for `1.000`. No server reads it as a number. */
const UNCLEAR = /^(-?\d+\.\d+)\.$/;

/** The text, the value and the places of its characters for a kept value: `1 234,5` for `1234.5`. */
export function typedAmount(value, language, places) {
  const text = String(value ?? "").replace(UNCLEAR, "$1");
  return doubted(kept(text, language), places);
}

function kept(text, language) {
  if (text === "") return drawn([], language);
  return /^-?\d+(\.\d+)?$/.test(text) ? drawn([...text], language) : raw(text, text.length, language);
}

function doubted(field, places) {
  const isUnclear = isDecimal(field.value) && field.value.split(".")[1]?.length > Math.max(places, 2);
  return isUnclear ? { ...field, value: `${field.value}.` } : field;
}

/**
 * The text after an edit of `old`, an answer of this module: `now` is the text with its caret and kind of input. The value is
 * `UNCLEAR` with three decimals or more, if the amount has fewer `places`.
 */
export const editedAmount = (old, now, language, places) => doubted(edited(old, { ...now, text: narrow(now.text) }, language), places);

function edited(old, now, language) {
  if (now.text.trim() === "") return drawn([], language);
  const { start, end, inserted, before, after } = partsOfEdit(old, now);
  const isTyped = [...inserted].length === 1;
  // Groups are drawn, so that a blank between digits says nothing.
  if (isTyped && old.entered && /[\s\p{Z}]/u.test(inserted)) {
    const left = old.text.slice(0, start) + old.text.slice(end);
    return { ...(left === old.text ? old : whole(left, start, language)), caret: start, isKeptOut: true };
  }
  if (isTyped && isForeign(now.text)) return raw(now.text, now.caret, language);
  if (!old.entered) return whole(now.text, now.caret, language);
  if (!inserted) return drawn([...before, ...after], language, before.length);
  // A text that was put in may have taken the place of one that begins alike.
  if (!isTyped && ((!before.length && !after.length) || pastedDecimal(now.text, language) !== null)) return whole(now.text, now.caret, language);
  const added = isTyped ? typed(inserted, [...before, ...after], language) : pasted(inserted, language);
  const hasTwoPoints = added && [...before, ...added, ...after].filter((each) => each === ".").length > 1;
  if (!added || hasTwoPoints || (added.includes("-") && before.length)) return raw(now.text, now.caret, language);
  return drawn([...before, ...added, ...after], language, before.length + added.length);
}

/** True for a text with what no number has: letters and signs; a minus stands at the beginning alone. */
const isForeign = (text) => !/^[\s\p{Z}]*[-−–]?[\d.,\s\p{Z}]*$/u.test(text);

/** What a typed character enters; null where it can be read in two ways: a comma in English after at most three digits. */
function typed(character, others, language) {
  if (/\d/.test(character)) return [character];
  if (/[-−–]/.test(character)) return ["-"];
  const digits = others.filter((each) => /\d/.test(each)).length;
  return character === "," && language === "en" && digits <= 3 && !others.includes(".") ? null : ["."];
}

/** What a text enters that is pasted among others; null for no number. */
function pasted(text, language) {
  const number = pastedDecimal(text, language);
  return number === null ? null : [...number];
}

/** The text that stands in the field alone. */
function whole(text, caret, language) {
  if (/^[-−–]$/.test(text.trim())) return drawn(["-"], language);
  if (/^[.,]$/.test(text.trim())) return drawn(["."], language);
  // While a comma is typed by hand in English, it stands where it was typed.
  const isAmbiguous = language === "en" && /^-?\d{1,3}(,\d{0,3})+$/.test(text);
  const number = isAmbiguous ? null : pastedDecimal(text, language);
  if (number === null) return raw(text, caret, language);
  const behind = (text.slice(caret).match(/[\d.,]/g) ?? []).filter((each) => each !== GROUP[language]).length;
  // A point at the end is the beginning of a fraction.
  const entered = [...number, ...(/\d[.,]$/.test(text) && !number.includes(".") ? ["."] : [])];
  return drawn(entered, language, Math.max(0, entered.length - behind));
}

/** A text that is not grouped: it stands as it was typed. */
function raw(text, caret, language) {
  // A sum of money may be typed with what it is called: `100 руб 50 коп`.
  const value = readDecimal(text, language) ?? (isForeign(text) ? pastedDecimal(text, language) : null) ?? text.trim();
  return { text, value, entered: null, at: [], caret };
}

/** Draws what was entered with the caret behind the character `count`. */
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

/** The decimal of what was entered; a beginning that is none yet stays as it is. */
function closed(text) {
  if (text === "") return null;
  const number = text.replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  return /^-?\d+(\.\d+)?$/.test(number) ? number.replace(/^(-?)0+(?=\d)/, "$1") : text;
}
