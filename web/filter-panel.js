import { dayTyped } from "./day-typing.js";
import { isWholeDay, readDay } from "./client/days.js";
import { element, freshId, mark, show } from "./element.js";
import { typedDay } from "./client/format.js";
import { icon } from "./icon.js";
import { CALENDAR, askedDay } from "./draw-date-input.js";
import { say } from "./texts.js";

/** Draws the filters that are folded at first: days, and choices of many options. */
export const foldedFilters = (filters, set, app) =>
  filters.map((filter) => (filter.kind === "date" ? dayOf(filter, set, app) : selectOf(filter, set)));

function selectOf({ name, label, options }, set) {
  const id = freshId("filter");
  const all = options.some((each) => each.value === "") ? [] : [{ value: "", caption: say("all") }];
  const input = element("select", { id, on: { change: () => set(name, input.value) } },
    [...all, ...options].map((each) => element("option", { value: each.value, text: each.caption })));
  return element("div", { class: "field" }, element("label", { class: "caption", for: id, text: label }),
    element("div", { class: "box select" }, input));
}

/**
 * Draws a filter by day, typed or chosen in a calendar. Invalid text shows an error and does not
 * filter.
 */
function dayOf({ name, label, today }, set, app) {
  const fault = element("p", { class: "fault", id: freshId("fault") });
  const input = element("input", {
    id: freshId("filter"), type: "text", inputmode: "numeric", autocomplete: "off", enterkeyhint: "search",
    placeholder: say("dateHint"), "aria-describedby": fault.id,
  });
  const tell = (text) => {
    fault.textContent = text ?? "";
    show(fault, Boolean(text));
    if (text) app.notices.speak(`${label}: ${text}`);
    mark(input, "aria-invalid", text ? "true" : null);
    made.classList.toggle("wrong", Boolean(text));
  };
  const take = (day) => {
    tell(null);
    input.value = day ? typedDay(day) : "";
    set(name, day ?? "");
  };
  const open = element("button", { type: "button", class: "icon-button", "aria-label": `${say("calendar")}: ${label}` },
    icon(CALENDAR));
  open.addEventListener("click", async () => {
    const day = await askedDay({
      title: `${say("calendar")}: ${label}`, chosen: readDay(input.value, today) ?? undefined, today, app,
    });
    if (day) take(day);
  });
  input.addEventListener("input", () => {
    dayTyped(input);
    tell(null);
  });
  input.addEventListener("change", () => {
    const text = input.value.trim();
    const day = text ? readDay(text, today) : null;
    if (day || !text) take(day);
    else tell(isWholeDay(text) ? say("noSuchDay", { text }) : say("notDay"));
  });
  const made = element("div", { class: "field" }, element("label", { class: "caption", for: input.id, text: label }),
    element("div", { class: "box" }, input, open), fault);
  tell(null);
  return made;
}
