import { dayByKey, plusDays, plusMonths, weeksOf, within } from "./calendar-days.js";
import { ended } from "./dialog.js";
import { element, freshId } from "./element.js";
import { language } from "./language.js";
import { say } from "./texts.js";

const named = (day, options) => new Intl.DateTimeFormat(language(), { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));

/**
 * Shows the days of a month in a dialog (the date picker of ARIA's practices: arrows, Home and End in a week, Page Up and Page
 * Down by months, with Shift by years); answers the chosen day, or null. Days beyond `min` and `max` are seen and not chosen.
 */
export async function chooseDay({ title, chosen, min, max, today, signal }) {
  const limits = { min, max };
  let pointed = within(chosen ?? today, limits);
  const month = element("h2", { id: freshId("month"), "aria-live": "polite" });
  const arrow = (step, label) => element("button", {
    type: "button", class: `icon-button turn ${step < 0 ? "before" : "after"}`, "aria-label": say(label), on: { click: () => turn(step) },
  });
  const grid = element("table", { class: "days", role: "grid", "aria-labelledby": month.id });
  const [earlier, later] = [arrow(-1, "monthBefore"), arrow(1, "monthAfter")];
  const leave = element("button", { type: "button", class: "text-button", text: say("cancel") });
  const now = element("button", { type: "button", class: "text-button", text: say("today") });
  const dialog = element("dialog", { class: "sheet calendar", "aria-label": title },
    element("div", { class: "sheet-head" }, earlier, month, later), grid, element("div", { class: "sheet-foot" }, now, leave));
  const isOpen = (day) => within(day, limits) === day;

  function draw(hasFocus) {
    month.textContent = named(pointed, { month: "long", year: "numeric" }).replace(/\s*г\.$/, "");
    const weeks = weeksOf(pointed);
    const heads = Array.from({ length: 7 }, (_, index) => plusDays("2024-01-01", index));
    grid.replaceChildren(
      element("thead", {}, element("tr", {}, heads.map((day) => element("th", {
        scope: "col", abbr: named(day, { weekday: "long" }), text: named(day, { weekday: "short" }),
      })))),
      element("tbody", {}, weeks.map((week) => element("tr", {}, week.map((day) => (day ? cell(day) : element("td", {})))))));
    earlier.disabled = Boolean(min) && plusMonths(pointed, -1).slice(0, 7) < min.slice(0, 7);
    later.disabled = Boolean(max) && plusMonths(pointed, 1).slice(0, 7) > max.slice(0, 7);
    if (hasFocus) grid.querySelector("[tabindex='0']").focus();
  }
  function cell(day) {
    return element("td", {
      role: "gridcell", class: `calendar-day${day === today ? " today" : ""}`, tabindex: day === pointed ? "0" : "-1", text: String(Number(day.slice(8))),
      "aria-label": named(day, { day: "numeric", month: "long", year: "numeric", weekday: "long" }), "data-day": day,
      "aria-selected": String(day === chosen), "aria-current": day === today ? "date" : null, "aria-disabled": isOpen(day) ? null : "true",
    });
  }
  function turn(step) {
    pointed = within(plusMonths(pointed, step), limits);
    draw(false);
  }
  const take = (day) => { if (isOpen(day)) dialog.close(day); };
  grid.addEventListener("click", (event) => {
    const { day } = event.target.closest("[data-day]")?.dataset ?? {};
    if (day) take(day);
  });
  grid.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return take(pointed);
    }
    const next = dayByKey(pointed, event);
    if (!next) return;
    event.preventDefault();
    pointed = next;
    draw(true);
  });
  now.hidden = !isOpen(today);
  now.addEventListener("click", () => take(today));
  leave.addEventListener("click", () => dialog.close());
  const end = ended(dialog, signal);
  draw(true);
  return (await end) || null;
}
