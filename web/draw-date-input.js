import { element } from "./element.js";
import { field } from "./field.js";
import { isWholeDay, pointed, readDay } from "./days.js";
import { typedDay } from "./format.js";
import { say } from "./texts.js";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Draws a day: typed as `21.11.2026`, or chosen in the browser's calendar. */
export function drawDateInput(atom, form) {
  const input = element("input", { type: "text", inputmode: "numeric", autocomplete: "off", placeholder: say("dateHint") });
  const calendar = element("input", { type: "date", class: "calendar", tabindex: "-1", "aria-hidden": "true" });
  const open = element("button", { type: "button", class: "icon-button", "aria-label": say("calendar") }, icon());
  const box = element("div", { class: "box" }, input, calendar, open);
  open.addEventListener("click", () => {
    calendar.value = DAY.test(atom.value) ? atom.value : "";
    calendar.showPicker?.();
  });
  calendar.addEventListener("change", () => {
    atom.enter(calendar.value || null);
    form.committed(atom);
  });
  input.addEventListener("input", () => {
    if (input.selectionEnd === input.value.length) {
      const text = pointed(input.value);
      if (text !== input.value) input.value = text;
    }
    const text = input.value.trim();
    atom.enter(text ? readDay(text, new Date().toISOString()) ?? text : null);
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
  atom.watch(() => {
    input.readOnly = !atom.isEnabled;
    open.hidden = !atom.isEnabled;
    calendar.min = typeof atom.state.min === "string" ? atom.state.min : "";
    calendar.max = typeof atom.state.max === "string" ? atom.state.max : "";
    if (document.activeElement !== input || !atom.isDirty) input.value = typedDay(atom.value ?? "");
  });
  return made;
}

function icon() {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M7 3v3M17 3v3M4 9h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z");
  made.append(path);
  return made;
}
