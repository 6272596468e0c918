import { element } from "./element.js";
import { field } from "./field.js";

export function drawToggle(atom, form) {
  const input = element("input", { type: "checkbox", role: "switch", class: "switch" });
  input.addEventListener("change", () => {
    atom.enter(input.checked);
    form.committed(atom);
  });
  const made = field(atom, input);
  made.classList.add("toggle");
  atom.watch(() => {
    input.checked = atom.value === true;
    input.setAttribute("aria-checked", String(input.checked));
    input.disabled = !atom.isEnabled;
    input.removeAttribute("aria-required");
  });
  return made;
}
