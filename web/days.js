/** The day `2026-12-01` that a text writes, as `1.12.2026`, `01.12.26` or `01122026`; null for one that no calendar has. */
export function readDay(text, today) {
  const parts = partsOf(text);
  if (!parts) return null;
  const [day, month, written] = parts;
  const year = written.length === 2 ? nearest(Number(written), Number(today.slice(0, 4))) : Number(written);
  const date = new Date(0);
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  if (!year || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  return `${String(year).padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** True if a text has day, month and year, though there may be no such day. */
export const isWholeDay = (text) => partsOf(text) !== null;

/** The typed text with the points that follow from the digits: `21.1` for `211`; typed points stay where they are. */
export function pointed(text) {
  if (!/^[\d.]*$/.test(text) || text.includes("..")) return text;
  const parts = text.split(".");
  for (const place of [0, 1]) {
    const part = parts[place] ?? "";
    if (part.length <= 2) continue;
    // A point that stands further on belongs to what was typed: nothing moves over it.
    if (place + 1 < parts.length) return text;
    parts.splice(place, 1, part.slice(0, 2), part.slice(2));
  }
  return parts.join(".");
}

/** Day, month and year as they are written; null where one is missing. */
function partsOf(text) {
  const bare = text.replace(/\p{Cf}/gu, "").trim();
  const found = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(bare);
  if (found) return [found[3], found[2], found[1]];
  const run = /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(bare) ?? /^(\d\d?)[\s.,/-]+(\d\d?)[\s.,/-]+(\d{4}|\d\d)$/.exec(bare);
  return run ? run.slice(1) : null;
}

/** The year that ends in two digits and is nearest to another one. */
function nearest(end, year) {
  const century = year - (year % 100) + end;
  return [century - 100, century, century + 100].sort((one, other) => Math.abs(one - year) - Math.abs(other - year))[0];
}
