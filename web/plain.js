const NO_BLANKS = ["digits", "code", "email"];

/** A text as its type takes it: blanks and characters that nobody sees come with pasting, and stand in no number or address. */
export function plain(text, type) {
  if (NO_BLANKS.includes(type)) return text.replace(/[\s\p{Z}\p{Cf}\p{Cc}]/gu, "");
  return type === "phone" ? text.replace(/\p{Z}/gu, " ").replace(/[\p{Cf}\p{Cc}]/gu, "").replace(/\p{Pd}/gu, "-") : text;
}
