import { narrow } from "./edits.js";

const INVISIBLE = /[\s\p{Z}\p{Cf}\p{Cc}]/gu;
/** Digits with blanks and dashes between them, and words apart from them: `р/с 40702 810`. A dot or a comma may begin a fraction. */
const LABELLED = /^(?:\D*[\s\p{Cf}:№#(])?(\d[\d\s\p{Cf}\p{Cc}\p{Pd}]*)(?:[\s;)]\D*)?$/u;

/** The digits in a text with what divides them; null if other characters are among them or touch them, or for a single letter. */
export function digits(text) {
  const found = LABELLED.exec(narrow(text));
  return found && text.replace(/\P{L}/gu, "").length !== 1 ? found[1] : null;
}

/** The text to search options by that are known by a value of digits: `044525225` for `БИК 04 45 25 225`, and `ВТБ 24` as it is. */
export function searched(text) {
  const found = plain(text, "digits");
  return found.length > 5 || !/\p{L}/u.test(text) ? found : text;
}

/**
 * A text as its type takes it, without blanks and invisible characters that come with pasting. A text that is not certainly digits
 * stays as it is: without a letter it would be another number. A line break becomes a blank.
 */
export function plain(text, type) {
  if (type === "digits") return digits(text)?.replace(/\D/g, "") ?? text;
  if (type === "code") return narrow(text).replace(/\D/g, "");
  if (type === "email") return text.replace(INVISIBLE, "");
  if (type === "phone") return narrow(text).replace(/\p{Z}/gu, " ").replace(/[\p{Cf}\p{Cc}]/gu, "").replace(/\p{Pd}/gu, "-");
  return type === "password" ? text : text.replace(/[\t\n\v\f\r\x85\u2028\u2029]+/g, " ");
}
