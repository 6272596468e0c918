import { element } from "./element.js";
import { guided } from "./guidance.js";

/** Draws a command: a button between the fields, whose effect the server returns. */
export function drawCommand(atom, form) {
  const made = element("button", {
    type: "button", class: "button quiet command", on: { click: () => form.evaluation.tap(atom) },
  });
  atom.watch(() => {
    made.textContent = atom.state.caption ?? "";
    made.disabled = !atom.isEnabled;
  });
  return guided(atom, made);
}
