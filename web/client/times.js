import { narrow } from "./edits.js";

/**
 * Parses a time of day with a 24-hour clock: `09:05` for `9:5`, `9.05`, `905` or `0905`, and
 * `09:00` for `9`; null for any other text.
 * @param {string} text
 */
export function readTime(text) {
  const bare = narrow(text).replace(/\p{Cf}/gu, "").trim();
  const parts = /^(\d\d?)(?:\s*[:.,\-\p{Pd}]\s*|\s+)(\d\d?)$/u.exec(bare) ?? /^(\d\d?)(\d\d)$/.exec(bare)
    ?? /^(\d\d?)$/.exec(bare);
  if (!parts) return null;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? 0)];
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}` : null;
}

/**
 * The day and the time of a typed moment. Each can be empty or unreadable.
 * @param {string} value
 */
export function partsOfMoment(value) {
  const [day, ...time] = String(value ?? "").split("T");
  return [day, time.join("T")];
}

/**
 * Joins a day and a time; null if both are empty.
 * @param {string} day
 * @param {string} time
 */
export const momentOf = (day, time) => (day || time ? `${day}T${time}` : null);
