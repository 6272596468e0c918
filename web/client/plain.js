import { narrow } from "./edits.js";

const INVISIBLE = /[\s\p{Z}\p{Cf}\p{Cc}]/gu;
/**
 * Digits with spaces and dashes, and separate words around them: `р/с 40702 810`. A dot or comma
 * next to a digit does not match, because it may begin a fraction.
 */
const LABELLED = /^(?:\D*[\s\p{Cf}:№#(])?(\d[\d\s\p{Cf}\p{Cc}\p{Pd}]*)(?:[\s;)]\D*)?$/u;

/**
 * Returns the digits in a text with their separators; null if other characters are among them or
 * touch them, or if the text has a single letter.
 * @param {string} text
 */
export function digits(text) {
  const found = LABELLED.exec(narrow(text));
  return found && text.replace(/\P{L}/gu, "").length !== 1 ? found[1] : null;
}

/**
 * Returns the text that finds options with a value of digits: `044525225` for `БИК 04 45 25 225`.
 * Other texts, such as `ВТБ 24`, are unchanged.
 * @param {string} text
 */
export function searched(text) {
  const found = plain(text, "digits");
  return found.length > 5 || !/\p{L}/u.test(text) ? found : text;
}

/**
 * Normalizes a text for its type. Removes spaces and invisible characters that were pasted with
 * digits, codes and email addresses. A text that is not certainly digits is unchanged, because
 * without its letters it would be another number. A line break becomes a space, except in
 * passwords and in a text of several lines (`hasLines`).
 * @param {string} text
 * @param {string | undefined} type
 */
export function plain(text, type, hasLines = false) {
  if (hasLines) return text.replace(/\r\n?|[\x85\u2028\u2029]/g, "\n").replace(/[\t\v\f]/g, " ");
  if (type === "digits") return digits(text)?.replace(/\D/g, "") ?? text;
  if (type === "code") return narrow(text).replace(/\D/g, "");
  if (type === "email") return text.replace(INVISIBLE, "");
  if (type === "phone") {
    return narrow(text).replace(/\p{Z}/gu, " ").replace(/[\p{Cf}\p{Cc}]/gu, "").replace(/\p{Pd}/gu, "-");
  }
  return type === "password" ? text : text.replace(/[\t\n\v\f\r\x85\u2028\u2029]+/g, " ");
}
