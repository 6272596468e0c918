import { element } from "./element.js";
import { field } from "./field.js";
import { say } from "./texts.js";

/** Draws a time of day, typed or chosen as the browser has it. */
export const drawTimeInput = (atom, form) => draw(atom, form, "time", /^\d\d:\d\d$/);

/** Draws a day and a time of day by the clock of the bank. */
export const drawDateTimeInput = (atom, form) => draw(atom, form, "datetime-local", /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);

function draw(atom, form, type, shape) {
  const input = element("input", { type, step: "60" });
  input.addEventListener("input", () => atom.enter(input.value || null));
  // What is typed in part has no value: it is told when the field is left.
  atom.unreadable = () => (input.validity.badInput ? say("notTime") : null);
  input.addEventListener("blur", () => {
    if (atom.isDirty) form.committed(atom);
    atom.tellUnreadable();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (atom.isDirty) form.committed(atom);
    form.enter();
  });
  const made = field(atom, input);
  atom.watch(() => {
    input.readOnly = !atom.isEnabled;
    input.min = limit(atom.state.min, shape, "T00:00");
    input.max = limit(atom.state.max, shape, "T23:59");
    if (document.activeElement !== input || !atom.isDirty) input.value = atom.value ?? "";
  });
  return made;
}

/** A limit as the browser takes it: a day as the limit of a moment is its first or last minute. */
function limit(text, shape, rest) {
  if (typeof text !== "string") return "";
  return shape.test(text) ? text : shape.test(text + rest) ? text + rest : "";
}
