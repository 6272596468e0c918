import { narrow } from "./edits.js";

/** The first three letters of the months, as dates have them. */
const MONTHS = "янвфевмарапрмаяиюниюлавгсеноктноядекjanfebmaraprmayjunjulaugsepoctnovdec".match(/.../g);
/** The number of years from today that a year of two digits can lie ahead. */
const FAR = 75;

/**
 * The day `2026-12-01` that a text writes, as `1.12.2026`, `01.12.26`, `01122026`, `2026-12-01` or `1 декабря 2026`; null for one that
 * no calendar has. A year of two digits is the nearest to today that `min` and `max` allow.
 */
export function readDay(text, today, { min, max } = {}) {
  const parts = partsOf(text);
  if (!parts) return null;
  const [day, month, written] = parts;
  if (written.length > 2) return dayOf(Number(written), month, day);
  const now = yearOf(today);
  const near = now - (now % 100) + Number(written);
  const days = [near - 100, near, near + 100].sort((one, other) => Math.abs(one - now) - Math.abs(other - now))
    .map((year) => dayOf(year, month, day)).filter(Boolean);
  // A day shortly outside the limits is a mistake, and stays for the server to refuse.
  const isAllowed = (year) => !(year < yearOf(min) - 1) && !(year > yearOf(max) + 1) && year < now + FAR;
  return days.find((each) => isAllowed(yearOf(each))) ?? days[0] ?? null;
}

const yearOf = (day) => Number(day?.slice(0, 4));

function dayOf(year, month, day) {
  const date = new Date(0);
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  if (!year || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  return `${String(year).padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** True if a text has day, month and year, though there may be no such day. */
export const isWholeDay = (text) => partsOf(text) !== null;

/** The typed text with the points that follow from the digits: `21.1` for `211`; typed points stay where they are. A day that begins
 * with its year loses the point in it with the second hyphen. */
export function pointed(text) {
  const isYear = /^(\d\d)\.(\d\d)([./\p{Pd}])\d\d?\3/u.exec(text);
  if (isYear && (isYear[3] !== "." || isYear[2] > 12)) return text.replace(".", "");
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
  const bare = narrow(text).replace(/[\p{Cf}«»"]/gu, "").trim().replace(/\s*г(\.|ода)?$/, "");
  const found = /^(\d{4})([./\p{Pd}−])(\d\d?)\2(\d\d?)$/u.exec(bare);
  if (found) return [found[4], found[3], found[1]];
  // The name of a month is its number.
  const named = bare.toLowerCase().replace(/[\s.\p{Pd}]*(\p{L}{3})\p{L}*/u, (_, name) => `.${MONTHS.indexOf(name.replace("май", "мая")) % 12 + 1}.`);
  const run = /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(bare) ?? /^(\d\d?)[\s.,/\p{Pd}−]+(\d\d?)[\s.,/\p{Pd}−]+(\d{4}|\d\d)$/u.exec(named);
  return run ? run.slice(1) : null;
}
