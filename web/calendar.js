import { dayByKey, monthsOf, plusDays, plusMonths, weeksOf, within, yearsOf } from "./calendar-days.js";
import { periodGrid } from "./calendar-periods.js";
import { ended } from "./dialog.js";
import { element, freshId, show } from "./element.js";
import { language } from "./client/language.js";
import { say } from "./texts.js";

const named = (day, options) =>
  new Intl.DateTimeFormat(language(), { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));

/**
 * Shows the days of a month in a dialog (the date picker of the ARIA practices) and returns the
 * chosen day, or null. Home and End move within a week, Page Up and Page Down by months, with Shift
 * by years. The heading opens the years, then the months of the chosen year. Days, months and years
 * outside `min` and `max` cannot be chosen. The arrows reach such days, but a tap does not.
 */
export async function chooseDay({ title, chosen, min, max, today, app, signal }) {
  const limits = { min, max };
  let pointed = within(chosen ?? today, limits);
  // With a single month, the heading is not a button.
  const isOneMonth = Boolean(min && max) && min.slice(0, 7) === max.slice(0, 7);
  const month = isOneMonth
    ? element("span")
    : element("button", { type: "button", class: "text-button", "aria-expanded": "false" });
  const heading = element("h2", { id: freshId("month"), "aria-live": "polite" }, month);
  const arrow = (step, label) => element("button", {
    type: "button", class: `icon-button turn ${step < 0 ? "before" : "after"}`, "aria-label": say(label),
    on: { click: () => turn(step) },
  });
  const days = element("table", { class: "days", role: "grid", "aria-labelledby": heading.id });
  const periods = element("div", { class: "periods", hidden: true });
  const [earlier, later] = [arrow(-1, "monthBefore"), arrow(1, "monthAfter")];
  const leave = element("button", { type: "button", class: "text-button", text: say("cancel") });
  const now = element("button", { type: "button", class: "text-button", text: say("today") });
  const dialog = element("dialog", { class: "sheet calendar", "aria-label": title },
    element("div", { class: "sheet-head" }, earlier, heading, later), days, periods,
    element("div", { class: "sheet-foot" }, now, leave));
  const isOpen = (day) => within(day, limits) === day;

  function draw(hasFocus) {
    month.textContent = named(pointed, { month: "long", year: "numeric" }).replace(/\s*г\.$/, "");
    const heads = Array.from({ length: 7 }, (_, index) => plusDays("2024-01-01", index));
    days.replaceChildren(
      element("thead", {}, element("tr", {}, heads.map((day) => element("th", {
        scope: "col", abbr: named(day, { weekday: "long" }), text: named(day, { weekday: "short" }),
      })))),
      element("tbody", {},
        weeksOf(pointed).map((week) => element("tr", {}, week.map((day) => (day ? cell(day) : element("td", {})))))));
    earlier.disabled = Boolean(min) && plusMonths(pointed, -1).slice(0, 7) < min.slice(0, 7);
    later.disabled = Boolean(max) && plusMonths(pointed, 1).slice(0, 7) > max.slice(0, 7);
    if (hasFocus) days.querySelector("[tabindex='0']").focus();
  }
  function cell(day) {
    return element("td", {
      role: "gridcell", class: `calendar-day${day === today ? " today" : ""}`,
      tabindex: day === pointed ? "0" : isOpen(day) ? "-1" : null, text: String(Number(day.slice(8))),
      "aria-label": named(day, { day: "numeric", month: "long", year: "numeric", weekday: "long" }), "data-day": day,
      "aria-selected": String(day === chosen), "aria-current": day === today ? "date" : null,
      "aria-disabled": isOpen(day) ? null : "true",
    });
  }
  function turn(step) {
    pointed = within(plusMonths(pointed, step), limits);
    draw(false);
  }
  /** Shows a grid of periods instead of the days; without a grid, shows the days. */
  function choosePeriod(grid, text) {
    for (const each of [days, earlier, later]) show(each, !grid);
    dialog.classList.toggle("of-periods", Boolean(grid));
    show(periods, grid);
    month.setAttribute("aria-expanded", String(Boolean(grid)));
    if (!grid) return draw(true);
    month.textContent = text;
    periods.replaceChildren(grid.grid);
    grid.enter();
  }
  function chooseYear() {
    const years = yearsOf(pointed, today, limits).map((year) => ({ value: year, text: year }));
    if (years.length === 1) return chooseMonth(pointed);
    const take = (year) => chooseMonth(within(`${year}${pointed.slice(4, 8)}01`, limits));
    choosePeriod(
      periodGrid({ label: say("chooseYear"), periods: years, columns: 4, pointed: pointed.slice(0, 4), take }),
      say("chooseYear"));
  }
  function chooseMonth(day) {
    const months = monthsOf(day).map((first) => ({
      value: first, text: named(first, { month: "long" }), name: named(first, { month: "long", year: "numeric" }),
      isOpen: within(first, monthLimits) === first,
    }));
    const take = (first) => {
      pointed = within(
        plusMonths(pointed, 12 * (first.slice(0, 4) - pointed.slice(0, 4)) + (first.slice(5, 7) - pointed.slice(5, 7))),
        limits);
      choosePeriod(null);
    };
    choosePeriod(
      periodGrid({ label: day.slice(0, 4), periods: months, columns: 3, pointed: `${day.slice(0, 7)}-01`, take }),
      day.slice(0, 4));
  }
  const monthLimits = { min: min && `${min.slice(0, 7)}-01`, max };
  const take = (day) => { if (isOpen(day)) dialog.close(day); };
  if (!isOneMonth) month.addEventListener("click", () => (periods.hidden ? chooseYear() : choosePeriod(null)));
  days.addEventListener("click", (event) => {
    const { day } = event.target.closest("[data-day]")?.dataset ?? {};
    if (day) take(day);
  });
  days.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return take(pointed);
    }
    const next = dayByKey(pointed, event, getComputedStyle(days).direction);
    if (!next) return;
    event.preventDefault();
    pointed = next;
    draw(true);
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || periods.hidden) return;
    event.preventDefault();
    choosePeriod(null);
  });
  now.hidden = !isOpen(today);
  now.addEventListener("click", () => take(today));
  leave.addEventListener("click", () => dialog.close());
  const end = ended(dialog, { app, signal });
  draw(true);
  return (await end) || null;
}
