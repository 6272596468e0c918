import { narrow } from "./edits.js";

/**
 * The time of day `09:05` that a text writes by a clock of 24 hours, as `9:05`, `9:5`, `9.05`, `905` or `0905`, and `09:00` for `9`;
 * null for any other text, so that nothing of it is left out.
 */
export function readTime(text) {
  const bare = narrow(text).replace(/\p{Cf}/gu, "").trim();
  const parts = /^(\d\d?)(?:\s*[:.,\-\p{Pd}]\s*|\s+)(\d\d?)$/u.exec(bare) ?? /^(\d\d?)(\d\d)$/.exec(bare) ?? /^(\d\d?)$/.exec(bare);
  if (!parts) return null;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? 0)];
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}` : null;
}

/** The day and the time of a moment as it is typed: either of them may be missing, or a text that cannot be read. */
export function partsOfMoment(value) {
  const [day, ...time] = String(value ?? "").split("T");
  return [day, time.join("T")];
}

/** The moment of a day and a time; null where there is neither. */
export const momentOf = (day, time) => (day || time ? `${day}T${time}` : null);
