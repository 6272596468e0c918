import { editedAmount, typedAmount } from "./client/amounts.js";
import { narrow } from "./client/edits.js";
import { element, mark, show } from "./element.js";
import { field } from "./field.js";
import { focusIn } from "./focus.js";
import { decimal, endsWithSign, symbol } from "./client/format.js";
import { groupsOf } from "./client/groups.js";
import { typing } from "./keyboards.js";
import { language } from "./client/language.js";
import { edited, sample, shown } from "./client/masks.js";
import { isDecimal } from "./client/numbers.js";
import { digits, plain } from "./client/plain.js";
import { isMain } from "./sums.js";
import { say } from "./texts.js";

/** Draws a text input. Digits, amounts and passwords are text inputs too. */
export function drawTextInput(atom, form) {
  const { type, wide, lines } = atom.state;
  const isLong = Boolean(wide || lines) && (!type || type === "text");
  const input = element(isLong ? "textarea" : "input",
    isLong ? { rows: String(lines ?? 1) } : { type: type === "password" ? "password" : "text" });
  const unit = element("span", { class: "unit", "aria-hidden": "true" });
  const box = element("div", { class: "box" }, input, unit);
  if (type === "password") box.append(eye(input, atom));
  const isNumber = type === "amount" || type === "number";
  const hasFocus = () => focusIn(input) === input;
  /** Formats text during typing: groups of an amount, the server's mask, or groups of digits. */
  const typist = isNumber
    ? amountTypist(language(), () => atom.state.scale ?? (type === "amount" ? 0 : undefined))
    : maskTypist(() => atom.state.mask ?? groupsOf(atom.state), () => !atom.state.mask);
  /** The last field state of the typist; null before typing. */
  let drawn = null;
  /** The start of the selection before the edit; undefined if it is unknown. */
  let from;

  const display = () => {
    const { value, state } = atom;
    if (value === null || value === undefined) return "";
    if (isNumber && !hasFocus() && isDecimal(value)) return decimal(value, type === "amount" ? state.scale : 0);
    return typist.isUsed() ? typist.show(value).text : String(value);
  };
  const put = (text, caret) => {
    if (input.value === text) return;
    input.value = text;
    if (hasFocus()) input.setSelectionRange(caret, caret);
  };
  const read = (event) => {
    const text = input.value;
    const caret = input.selectionEnd ?? text.length;
    if (typist.isUsed()) {
      const before = drawn && drawn.key === typist.key() ? drawn : typist.show(atom.value);
      const now = { text, caret, inputType: event.inputType ?? "", from };
      from = undefined;
      drawn = { ...typist.edit(before, now), key: typist.key() };
      put(drawn.text, drawn.caret);
      return drawn.value;
    }
    if (text.trim() === "") return null;
    if (event.isComposing) return text;
    const kept = plain(text, type, Boolean(lines));
    put(kept, plain(text.slice(0, caret), type, Boolean(lines)).length);
    return kept === "" ? null : kept;
  };
  atom.unreadable = () => {
    const { mask } = atom.state;
    if (atom.isEmpty) return null;
    if (isNumber) return isDecimal(atom.value) ? null : say("notNumber");
    if (type === "digits" && !mask && /\D/.test(atom.value)) return say("notDigits");
    const fault = mask ? shown(atom.value, mask).fault : null;
    return fault ? say(fault.name, { ...fault, sample: sample(mask) }) : null;
  };
  const grow = () => {
    if (!isLong) return;
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  };

  const typed = (event) => {
    // Do not replace text that an input method is composing.
    if (event.isComposing && typist.isUsed()) return;
    const { value, state: { warning } } = atom;
    const next = read(event);
    if (next !== value || drawn?.isKeptOut !== true) atom.enter(next);
    // Keep the warning on an amount until the server has evaluated the new value.
    if (type === "amount") form.evaluation?.glance(atom, warning);
    // Further typing cannot correct such a text, so show the error immediately.
    if (!isNumber) atom.tellUnreadable();
    grow();
  };
  input.addEventListener("beforeinput", (event) => {
    from = event.isComposing ? undefined : input.selectionStart;
  });
  input.addEventListener("input", typed);
  input.addEventListener("compositionend", () => typed({ isComposing: false }));
  input.addEventListener("focus", () => {
    if (!isNumber || atom.isEmpty) return;
    const caret = input.selectionStart;
    const isAll = input.selectionEnd - caret === input.value.length;
    input.value = display();
    if (isAll) input.select();
  });
  input.addEventListener("blur", () => {
    if (atom.isDirty) form.committed(atom);
    atom.tellUnreadable();
    input.value = display();
    drawn = null;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || isLong || event.isComposing) return;
    event.preventDefault();
    if (atom.isDirty) form.committed(atom);
    form.enter();
  });

  // The first password of a form is the current one, the others are new.
  const isNew = type === "password" && atom.tree.atoms.find(({ state }) => state.type === "password") !== atom;
  const whole = atom.state.slider ? withSlider(box, atom, form) : box;
  const made = field(atom, input, { box: whole, isCounted: !type || type === "text" });
  if (lines) made.classList.add("wide");
  else if (isMain(atom)) made.classList.add("main");
  else if (isShort(atom.state)) made.classList.add("short");
  atom.watch(() => {
    const { state } = atom;
    for (const [name, value] of Object.entries(typing({ ...state, login: form.isLogin, isLong, isNew }))) {
      mark(input, name, value);
    }
    input.readOnly = !atom.isEnabled;
    unit.textContent = state.currency ? symbol(state.currency) : "";
    show(unit, Boolean(state.currency) && !endsWithSign(state.caption, state.currency));
    if (!(hasFocus() && atom.isDirty)) {
      const text = display();
      if (input.value !== text) {
        input.value = text;
        drawn = null;
      }
    }
    requestAnimationFrame(grow);
  });
  return made;
}

/** True for an input of half a line. Two such inputs share a line if there is room. */
const isShort = ({ type, wide, length, maxLength }) => !wide && (type === "amount" || type === "number"
  || (length ?? maxLength ?? (type === "digits" ? 1 : Infinity)) <= 15);

const amountTypist = (name, places) => ({
  isUsed: () => true, key: () => name,
  show: (value) => typedAmount(value, name, places()), edit: (before, now) => editedAmount(before, now, name, places()),
});

/** Returns an edit without words that were pasted with the digits. */
const unlabelled = (now) => {
  const text = digits(now.text);
  const lead = narrow(now.text).search(/\d/);
  if (text === null) return now;
  return { ...now, text, from: undefined, caret: Math.min(Math.max(0, now.caret - lead), text.length) };
};

const maskTypist = (mask, isDigits) => ({
  isUsed: () => Boolean(mask()), key: mask,
  show: (value) => shown(value, mask()),
  edit: (before, now) => edited(before, isDigits() ? unlabelled(now) : now, mask()),
});

function eye(input, atom) {
  const toggle =
    element("button", { type: "button", class: "text-button eye", text: say("show"), "aria-pressed": "false" });
  atom.watch(() => mark(toggle, "aria-label", `${say("show")}: ${atom.state.caption ?? ""}`));
  toggle.addEventListener("click", () => {
    const isSeen = input.type === "password";
    input.type = isSeen ? "text" : "password";
    toggle.textContent = say(isSeen ? "hide" : "show");
    toggle.setAttribute("aria-pressed", String(isSeen));
  });
  return toggle;
}

/** Returns the box with a slider below it. Until the slider loads, the field is enough. */
function withSlider(box, atom, form) {
  const whole = element("div", {}, box);
  import("./slider.js").then(({ slider }) => whole.append(slider(atom, form)), () => {});
  return whole;
}
