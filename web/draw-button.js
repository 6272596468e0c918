import { element } from "./element.js";

/** Draws a button: a tap does what the server says. */
export function drawButton(atom, form) {
  const made = element("button", { type: "button", class: "button", on: { click: () => form.tap(atom) } });
  const quiet = ["back", "cancel", "next"].includes(atom.state.action?.name);
  made.classList.toggle("quiet", quiet);
  atom.watch(() => {
    made.textContent = atom.state.caption ?? "";
    made.disabled = !atom.isEnabled;
  });
  return made;
}
