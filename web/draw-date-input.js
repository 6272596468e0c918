import { chooseDay } from "./calendar.js";
import { dayTyped, today } from "./day-typing.js";
import { isWholeDay, readDay } from "./days.js";
import { element } from "./element.js";
import { field } from "./field.js";
import { typedDay } from "./format.js";
import { icon } from "./icon.js";
import { say } from "./texts.js";

export const CALENDAR = "M7 3v3M17 3v3M4 9h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z";
const DAY = /^\d{4}-\d\d-\d\d$/;
const limit = (text) => (DAY.test(text) ? text : undefined);

/** Draws a day: typed as `21.11.2026`, `1.12.26` or `01122026`, or chosen in a calendar. */
export function drawDateInput(atom, form) {
  const input = element("input", { type: "text", inputmode: "numeric", autocomplete: "off", enterkeyhint: "done", placeholder: say("dateHint") });
  const open = element("button", { type: "button", class: "icon-button" }, icon(CALENDAR));
  const box = element("div", { class: "box" }, input, open);
  open.addEventListener("click", async () => {
    const day = await chooseDay({
      title: `${say("calendar")}: ${atom.state.caption ?? ""}`, chosen: limit(atom.value), today: today(),
      min: limit(atom.state.min), max: limit(atom.state.max), signal: form.signal,
    });
    if (!day) return;
    atom.enter(day);
    form.committed(atom);
  });
  input.addEventListener("input", () => {
    dayTyped(input);
    const text = input.value.trim();
    atom.enter(text ? readDay(text, today()) ?? text : null);
  });
  // A day that no calendar has is told when the field is left; the server is sent what was typed, and refuses it too.
  atom.unreadable = () => {
    if (atom.isEmpty || DAY.test(atom.value)) return null;
    return isWholeDay(atom.value) ? say("noSuchDay", { text: atom.value }) : say("notDay");
  };
  input.addEventListener("blur", () => {
    if (atom.isDirty) form.committed(atom);
    atom.tellUnreadable();
    input.value = typedDay(atom.value ?? "");
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (atom.isDirty) form.committed(atom);
    form.enter();
  });
  const made = field(atom, input, { box });
  made.classList.add("short");
  atom.watch(() => {
    input.readOnly = !atom.isEnabled;
    open.hidden = !atom.isEnabled;
    open.setAttribute("aria-label", `${say("calendar")}: ${atom.state.caption ?? ""}`);
    if (document.activeElement !== input || !atom.isDirty) input.value = typedDay(atom.value ?? "");
  });
  return made;
}
