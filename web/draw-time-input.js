import { calendarButton, dayTyping } from "./draw-date-input.js";
import { element, mark } from "./element.js";
import { field } from "./field.js";
import { focusIn } from "./focus.js";
import { typedDay } from "./client/format.js";
import { say } from "./texts.js";
import { momentOf, partsOfMoment, readTime } from "./client/times.js";

const DAY = /^\d{4}-\d\d-\d\d$/;
const isTime = (text) => readTime(text) === text;

const timeBox = () => element("input", {
  type: "text", inputmode: "numeric", autocomplete: "off", enterkeyhint: "done", placeholder: say("timeHint"),
});
const timeOf = (input) => readTime(input.value) ?? input.value.trim();

/** Commits the typed text when the focus leaves `box`, and on Enter, which also taps a button. */
function leaving(atom, form, box, draw) {
  const commit = () => { if (atom.isDirty) form.committed(atom); };
  box.addEventListener("focusout", (event) => {
    // Do not commit while the focus moves between the parts of one value.
    if (!box.contains(event.relatedTarget)) {
      commit();
      atom.tellUnreadable();
    }
    draw();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    commit();
    form.enter();
  });
}

/** Draws a time of day with a 24-hour clock, typed as `17:00`, `9:5` or `905`. */
export function drawTimeInput(atom, form) {
  const input = timeBox();
  const box = element("div", { class: "box" }, input);
  const draw = () => { input.value = atom.value ?? ""; };
  input.addEventListener("input", () => atom.enter(timeOf(input) || null));
  atom.unreadable = () => (atom.isEmpty || isTime(atom.value) ? null : say("notTime"));
  leaving(atom, form, box, draw);
  const made = field(atom, input, { box });
  made.classList.add("short");
  atom.watch(() => {
    input.readOnly = !atom.isEnabled;
    if (focusIn(input) !== input || !atom.isDirty) draw();
  });
  return made;
}

/** Draws a day, typed or chosen in a calendar, and a time of day, in the bank's time zone. */
export function drawDateTimeInput(atom, form) {
  const { input: day, read } = dayTyping(atom);
  const time = timeBox();
  const parts = () => partsOfMoment(atom.value);
  const open = calendarButton(atom, form, {
    chosen: () => parts()[0],
    take: (chosen) => {
      atom.enter(momentOf(chosen, parts()[1]));
      if (isTime(parts()[1])) form.committed(atom);
      else time.focus();
    },
  });
  const box = element("div", { class: "moment" }, element("div", { class: "box" }, day, open),
    element("div", { class: "box" }, time));
  const draw = () => {
    const [dayTyped, timeTyped] = parts();
    const isTyped = (each) => focusIn(each) === each && atom.isDirty;
    if (!isTyped(day)) day.value = typedDay(dayTyped);
    if (!isTyped(time)) time.value = timeTyped;
  };
  day.addEventListener("input", () => atom.enter(momentOf(read() ?? "", parts()[1])));
  time.addEventListener("input", () => atom.enter(momentOf(parts()[0], timeOf(time))));
  atom.unreadable = () => {
    const [dayTyped, timeTyped] = parts();
    if (atom.isEmpty) return null;
    if (!DAY.test(dayTyped) || !isTime(timeTyped)) return say("notMoment");
    return dayTyped < "1000" ? say("shortYear") : null;
  };
  leaving(atom, form, box, draw);
  const made = field(atom, day, { box });
  atom.watch(() => {
    for (const each of [day, time]) each.readOnly = !atom.isEnabled;
    mark(time, "aria-label", `${atom.state.caption ?? ""}: ${say("time")}`);
    // Both inputs have the same description and error.
    for (const name of ["aria-describedby", "aria-invalid", "aria-required"]) mark(time, name, day.getAttribute(name));
    draw();
  });
  return made;
}
