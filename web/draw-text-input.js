import { element, mark, show } from "./element.js";
import { field } from "./field.js";
import { decimal, symbol, typedDecimal } from "./format.js";
import { typing } from "./keyboards.js";
import { masked, unmasked } from "./masks.js";
import { say } from "./texts.js";

/** Draws a text that is typed: digits, amounts, passwords and codes among them. */
export function drawTextInput(atom, form) {
  const { type, wide, maxLength } = atom.state;
  const isLong = wide && (!type || type === "text") && maxLength > 100;
  const input = element(isLong ? "textarea" : "input", isLong ? { rows: "1" } : { type: type === "password" ? "password" : "text" });
  const unit = element("span", { class: "unit", "aria-hidden": "true" });
  const box = element("div", { class: "box" }, input, unit);
  if (type === "password") box.append(eye(input));
  if (type === "code") input.classList.add("code");
  const isNumber = type === "amount" || type === "number";
  const hasFocus = () => document.activeElement === input;

  const display = () => {
    const { value } = atom;
    if (value === null || value === undefined) return "";
    if (isNumber) return hasFocus() ? decimal(value).replace(/[\u00a0]/g, "").replace(/,(?=\d{3}\b.*\.)/g, "") : decimal(value, type === "amount" ? atom.state.scale : 0);
    return atom.state.mask ? masked(value, atom.state.mask) : String(value);
  };
  const read = () => {
    const text = input.value;
    if (text.trim() === "") return null;
    if (isNumber) return typedDecimal(text);
    return atom.state.mask ? unmasked(text, atom.state.mask) : text;
  };
  const grow = () => {
    if (!isLong) return;
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  };

  input.addEventListener("input", () => {
    if (atom.state.mask && input.selectionEnd === input.value.length) input.value = masked(unmasked(input.value, atom.state.mask), atom.state.mask);
    atom.enter(read());
    grow();
  });
  input.addEventListener("focus", () => { if (isNumber) input.value = display(); });
  input.addEventListener("blur", () => {
    if (atom.isDirty) form.committed(atom);
    input.value = display();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || isLong || event.isComposing) return;
    event.preventDefault();
    if (atom.isDirty) form.committed(atom);
    form.enter();
  });

  const made = field(atom, input, { box });
  atom.watch(() => {
    const { state } = atom;
    for (const [name, value] of Object.entries(typing({ ...state, login: form.isLogin }))) mark(input, name, value);
    input.readOnly = !atom.isEnabled;
    unit.textContent = state.currency ? symbol(state.currency) : "";
    show(unit, Boolean(state.currency));
    if (!(hasFocus() && atom.isDirty)) {
      const text = display();
      if (input.value !== text) input.value = text;
    }
    requestAnimationFrame(grow);
  });
  return made;
}

function eye(input) {
  const toggle = element("button", { type: "button", class: "text-button eye", text: say("show"), "aria-pressed": "false" });
  toggle.addEventListener("click", () => {
    const isSeen = input.type === "password";
    input.type = isSeen ? "text" : "password";
    toggle.textContent = say(isSeen ? "hide" : "show");
    toggle.setAttribute("aria-pressed", String(isSeen));
  });
  return toggle;
}
