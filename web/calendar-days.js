/** Milliseconds in a day. Days in this module are texts such as `2026-12-01`. */
const DAY = 86400000;

const time = (day) => Date.parse(`${day}T00:00:00Z`);
const text = (moment) => new Date(moment).toISOString().slice(0, 10);

/** The day `count` days later. */
export const plusDays = (day, count) => text(time(day) + count * DAY);

/** The same day `count` months later, or the last day of that month if it is shorter. */
export function plusMonths(day, count) {
  const date = new Date(time(day));
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count;
  const last = new Date(Date.UTC(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 0));
  return text(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date.getUTCDate(), last.getUTCDate())));
}

/** The nearest day within the limits. Either limit can be missing. */
export const within = (day, /** @type {{ min?: string, max?: string }} */ { min, max } = {}) =>
  (min && day < min ? min : max && day > max ? max : day);

/** The weeks of a day's month, seven days each from Monday. Days of other months are null. */
export function weeksOf(day) {
  const first = `${day.slice(0, 7)}-01`;
  const weekday = (new Date(time(first)).getUTCDay() + 6) % 7;
  const days = Array.from({ length: 42 }, (_, index) => plusDays(first, index - weekday))
    .map((each) => (each.slice(0, 7) === day.slice(0, 7) ? each : null));
  return Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7)).filter((week) =>
    week.some(Boolean));
}

/** The first day of each month in a day's year. */
export const monthsOf = (day) =>
  Array.from({ length: 12 }, (_, month) => `${day.slice(0, 4)}-${String(month + 1).padStart(2, "0")}-01`);

/**
 * The years within the limits, as texts. A missing limit is 120 years before or 30 years after
 * today, extended to the year of `day`.
 */
export function yearsOf(day, today, /** @type {{ min?: string, max?: string }} */ { min, max } = {}) {
  const year = (text) => Number(text.slice(0, 4));
  const first = min ? year(min) : Math.min(year(day), year(max ?? today) - 120);
  const last = max ? year(max) : Math.max(year(day), year(min ?? today), year(today) + 30);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => String(first + place).padStart(4, "0"));
}

/** The day that a key moves to in the grid pattern of ARIA; null for any other key. */
export function dayByKey(day, { key, shiftKey = false }, direction = "ltr") {
  const weekday = (new Date(time(day)).getUTCDay() + 6) % 7;
  const onward = direction === "rtl" ? -1 : 1;
  const steps = {
    ArrowLeft: () => plusDays(day, -onward), ArrowRight: () => plusDays(day, onward), ArrowUp: () => plusDays(day, -7),
    ArrowDown: () => plusDays(day, 7),
    Home: () => plusDays(day, -weekday), End: () => plusDays(day, 6 - weekday),
    PageUp: () => plusMonths(day, shiftKey ? -12 : -1), PageDown: () => plusMonths(day, shiftKey ? 12 : 1),
  };
  return Object.hasOwn(steps, key) ? steps[key]() : null;
}
