import { element, mark, show } from "./element.js";
import { field } from "./field.js";
import { decimal, symbol } from "./format.js";
import { typing } from "./keyboards.js";
import { language } from "./language.js";
import { edited, sample, shown } from "./masks.js";
import { editable, isDecimal, readDecimal } from "./numbers.js";
import { plain } from "./plain.js";
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
  /** The text in the field, where it is drawn through a mask. */
  let through = null;

  const display = () => {
    const { value, state } = atom;
    if (value === null || value === undefined) return "";
    if (isNumber) return hasFocus() ? editable(value, language()) : decimal(value, type === "amount" ? state.scale : 0);
    return state.mask ? shown(value, state.mask).text : String(value);
  };
  const put = (text, caret) => {
    if (input.value === text) return;
    input.value = text;
    if (hasFocus()) input.setSelectionRange(caret, caret);
  };
  const read = (event) => {
    const text = input.value;
    const caret = input.selectionEnd ?? text.length;
    const { mask } = atom.state;
    if (mask && !isNumber) {
      const before = through?.mask === mask ? through : shown(atom.value, mask);
      through = { ...edited(before, { text, caret, inputType: event.inputType ?? "" }, mask), mask };
      put(through.text, through.caret);
      return through.value;
    }
    if (text.trim() === "") return null;
    if (isNumber) return readDecimal(text, language()) ?? text.trim();
    if (event.isComposing) return text;
    const kept = plain(text, type);
    put(kept, plain(text.slice(0, caret), type).length);
    return kept === "" ? null : kept;
  };
  atom.unreadable = () => {
    const { mask } = atom.state;
    if (isNumber) return atom.isEmpty || isDecimal(atom.value) ? null : say("notNumber");
    const fault = mask && !atom.isEmpty ? shown(atom.value, mask).fault : null;
    return fault ? say(fault.name, { ...fault, sample: sample(mask) }) : null;
  };
  const grow = () => {
    if (!isLong) return;
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  };

  const typed = (event) => {
    // Text in composition belongs to the keyboard, and is not replaced.
    if (event.isComposing && atom.state.mask) return;
    atom.enter(read(event));
    // A text that the mask refuses is reported at once: further typing would not mend it.
    if (atom.state.mask) atom.tellUnreadable();
    grow();
  };
  input.addEventListener("input", typed);
  input.addEventListener("compositionend", () => typed({ isComposing: false }));
  input.addEventListener("focus", () => { if (isNumber) input.value = display(); });
  input.addEventListener("blur", () => {
    if (atom.isDirty) form.committed(atom);
    atom.tellUnreadable();
    input.value = display();
    through = null;
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
      if (input.value !== text) {
        input.value = text;
        through = null;
      }
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
