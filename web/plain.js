const INVISIBLE = /[\s\p{Z}\p{Cf}\p{Cc}]/gu;

/**
 * A text as its type takes it: blanks and characters that nobody sees come with pasting, and stand in no number or address;
 * digits and codes have nothing but digits in them.
 */
export function plain(text, type) {
  if (type === "digits" || type === "code") return text.replace(/[^0-9]/g, "");
  if (type === "email") return text.replace(INVISIBLE, "");
  return type === "phone" ? text.replace(/\p{Z}/gu, " ").replace(/[\p{Cf}\p{Cc}]/gu, "").replace(/\p{Pd}/gu, "-") : text;
}
