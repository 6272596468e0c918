import { narrow } from "./edits.js";

/** The first three letters of the months, in Russian and English. */
const MONTHS = "янвфевмарапрмаяиюниюлавгсеноктноядекjanfebmaraprmayjunjulaugsepoctnovdec".match(/.../g) ?? [];
/** The number of years by which a two-digit year can be in the future. */
const FAR = 75;

/**
 * Parses a day written as `1.12.2026`, `01.12.26`, `01122026`, `2026-12-01` or `1 декабря 2026`,
 * and returns `2026-12-01`; null if the date does not exist. A two-digit year is the year nearest to
 * today, preferably within `min` and `max`.
 * @param {string} text
 * @param {string} today
 */
export function readDay(text, today, /** @type {{ min?: string, max?: string }} */ { min, max } = {}) {
  const parts = partsOf(text);
  if (!parts) return null;
  const [day, month, written] = parts;
  if (written.length > 2) return dayOf(Number(written), month, day);
  const now = yearOf(today);
  const near = now - (now % 100) + Number(written);
  const days = [near - 100, near, near + 100].sort((one, other) => Math.abs(one - now) - Math.abs(other - now))
    .flatMap((year) => dayOf(year, month, day) ?? []);
  // A day slightly outside the limits is probably a mistake: keep it, so that the server rejects
  // it.
  const isAllowed = (/** @type {number} */ year) =>
    !(year < yearOf(min) - 1) && !(year > yearOf(max) + 1) && year < now + FAR;
  return days.find((each) => isAllowed(yearOf(each))) ?? days[0] ?? null;
}

/** @param {string | undefined} day */
const yearOf = (day) => Number(day?.slice(0, 4));

/**
 * @param {number} year
 * @param {string} month
 * @param {string} day
 */
function dayOf(year, month, day) {
  const date = new Date(0);
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  if (!year || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  return `${String(year).padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/**
 * True if a text has a day, month and year, even if the day does not exist.
 * @param {string} text
 */
export const isWholeDay = (text) => partsOf(text) !== null;

/**
 * Returns the typed text with points inserted after the day and month: `21.1` for `211`. Typed
 * points are kept. If a second separator shows that the day begins with its year, the point in the
 * year is removed.
 * @param {string} text
 */
export function pointed(text) {
  const isYear = /^(\d\d)\.(\d\d)([./\p{Pd}])\d\d?\3/u.exec(text);
  if (isYear && (isYear[3] !== "." || Number(isYear[2]) > 12)) return text.replace(".", "");
  if (!/^[\d.]*$/.test(text) || text.includes("..")) return text;
  const parts = text.split(".");
  for (const place of [0, 1]) {
    const part = parts[place] ?? "";
    if (part.length <= 2) continue;
    // A later point was typed: do not move digits across it.
    if (place + 1 < parts.length) return text;
    parts.splice(place, 1, part.slice(0, 2), part.slice(2));
  }
  return parts.join(".");
}

/**
 * Returns the day, month and year as written; null if one is missing.
 * @param {string} text
 */
function partsOf(text) {
  const bare = narrow(text).replace(/[\p{Cf}«»"]/gu, "").trim().replace(/\s*г(\.|ода)?$/, "");
  const found = /^(\d{4})([./\p{Pd}−])(\d\d?)\2(\d\d?)$/u.exec(bare);
  if (found) return [found[4], found[3], found[1]];
  // Replace the name of a month by its number.
  const named = bare.toLowerCase().replace(/[\s.\p{Pd}]*(\p{L}{3})\p{L}*/u, (_, name) =>
    `.${MONTHS.indexOf(name.replace("май", "мая")) % 12 + 1}.`);
  const run = /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(bare)
    ?? /^(\d\d?)[\s.,/\p{Pd}−]+(\d\d?)[\s.,/\p{Pd}−]+(\d{4}|\d\d)$/u.exec(named);
  return run ? run.slice(1) : null;
}
