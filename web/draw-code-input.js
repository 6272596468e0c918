import { element, mark } from "./element.js";
import { field } from "./field.js";
import { typing } from "./keyboards.js";
import { plain } from "./client/plain.js";

/** The number of boxes if the server does not declare the length of a code. */
const USUAL = 6;

/**
 * Draws a code: one input over boxes that show its digits, so that typing, pasting and autofill
 * work as in any other field. A complete code moves the focus to the next empty one.
 */
export function drawCodeInput(atom, form) {
  const input = element("input", { type: "text", class: "code" });
  const boxes = element("span", { class: "code-boxes", "aria-hidden": "true" });
  const box = element("div", { class: "code-box" }, boxes, input);
  const count = () => atom.state.length ?? USUAL;
  input.addEventListener("input", (event) => {
    if (event.isComposing) return;
    const kept = plain(input.value, "code");
    const text = kept.slice(0, count());
    if (input.value !== text) input.value = text;
    atom.enter(text || null);
    if (text.length === count()) next();
  });
  input.addEventListener("blur", () => { if (atom.isDirty) form.committed(atom); });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    form.enter();
  });
  /** Focuses the next empty code; if all codes are complete, the first enabled button. */
  function next() {
    const codes = [...form.element.querySelectorAll("input.code")].filter((each) => each.checkVisibility());
    const following = codes.slice(codes.indexOf(input) + 1).find((each) => !each.value);
    if (following) following.focus();
    else if (codes.every((each) => each.value)) form.focusFirstButton();
  }
  const made = field(atom, input, { box });
  made.classList.add("code-field");
  atom.watch(() => {
    for (const [name, value] of Object.entries(typing(atom.state))) mark(input, name, value);
    // No message contains the cells of a matrix, so disable autofill.
    if (form.tree?.head.signing?.method === "matrix") mark(input, "autocomplete", "off");
    input.readOnly = !atom.isEnabled;
    const text = String(atom.value ?? "");
    if (input.value !== text) input.value = text;
    boxes.replaceChildren(...Array.from({ length: count() }, (_, index) => element("span", {
      class: `code-digit${index === Math.min(text.length, count() - 1) ? " next" : ""}`, text: text[index] ?? "",
    })));
    made.style.setProperty("--codes", String(count()));
  });
  return made;
}
