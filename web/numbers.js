const GAP = "[ \\u00a0\\u2007\\u2009\\u202f]";

/**
 * The decimal that a text writes as people of a language do: `1234.5` for `1 234,5`; null for what writes none. Blanks and, in
 * English, commas stand between groups of three digits alone; what could be read in two ways is none.
 */
export function readDecimal(text, language) {
  const bare = text.trim().replace(/\p{Cf}/gu, "").replace(/^[−–]/, "-").replace(/^\+(?=\d)/, "");
  const grouped = new RegExp(`^-?\\d{1,3}(${GAP}\\d{3})+([.,]\\d*)?$`).test(bare) ? bare.replace(new RegExp(GAP, "g"), "") : bare;
  if (language === "en" && /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(grouped)) return closed(grouped.replace(/,/g, ""));
  if (language === "en" && /,\d{3,}$/.test(grouped)) return null;
  return /^-?\d+([.,]\d*)?$/.test(grouped) ? closed(grouped.replace(",", ".")) : null;
}

/** A decimal as it is edited: without groups, with the language's point; what is none stays as it is. */
export function editable(value, language) {
  const text = String(value);
  return language === "ru" && /^-?\d+\.\d+$/.test(text) ? text.replace(".", ",") : text;
}

/** True if a value is a decimal, and not a text that could not be read as one. */
export const isDecimal = (value) => /^-?\d+(\.\d+)?$/.test(String(value));

const closed = (text) => text.replace(/\.$/, "");
