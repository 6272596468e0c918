import { element, freshId, mark, show } from "./element.js";
import { focusIn } from "./focus.js";
import { help } from "./guidance.js";
import { readable } from "./readable.js";
import { contentOf } from "./shown.js";
import { say } from "./texts.js";

/** The used fraction of a text's length limit from which the counter is shown. */
const NEAR = 0.9;

/**
 * Draws the frame of an input: caption, `box`, hint and message. The caption is the label of a
 * `single` input, or the legend of a group with this `role`. A value that the person cannot change
 * is drawn as text instead of its `box`.
 */
export function field(atom, single, {
  box = single, group = false, role = "radiogroup", control = single, isCounted = false,
} = {}) {
  const ids = {
    hint: freshId("hint"), fault: freshId("fault"), caption: freshId("caption"), counter: freshId("counter"),
  };
  const optional = element("span", { class: "optional", text: say("optional") });
  const words = element("span", { id: ids.caption });
  const caption = element(group ? "legend" : "label", { class: "caption" }, words, optional);
  if (!group) {
    single.id ||= freshId("input");
    caption.htmlFor = single.id;
  }
  const given = element("p", { class: "given", tabindex: "-1", hidden: true });
  const hint = element("p", { class: "hint", id: ids.hint });
  const fault = element("p", { class: "fault", id: ids.fault });
  const counter = element("p", { class: "counter", id: ids.counter, hidden: true });
  const checking = element("p", { class: "checking", text: say("checking"), hidden: true });
  const foot = element("div", { class: "foot" }, element("div", {}, fault, hint, checking), counter);
  const made = element(group ? "fieldset" : "div", { class: "field" }, caption, box, given, foot, help(atom));
  /**
   * The element with the error and required attributes, which a screen reader treats as the input.
   */
  const judged = group ? made : control;
  if (group) mark(made, "role", role);
  if (group) mark(made, "aria-labelledby", ids.caption);
  atom.watch(() => {
    const { state } = atom;
    words.textContent = state.caption ?? "";
    show(optional, atom.isEnabled && state.required === false);
    const wrong = state.error?.message;
    const doubtful = wrong ? null : state.warning?.message ?? state.normalized?.message;
    const note = wrong || doubtful ? null : state.note;
    fault.textContent = wrong ?? doubtful ?? note?.message ?? "";
    fault.classList.toggle("doubtful", !wrong && Boolean(doubtful));
    // Draw an unknown severity as information.
    fault.classList.toggle("note", Boolean(note));
    fault.classList.toggle("success", note?.severity === "success");
    show(fault, Boolean(fault.textContent));
    hint.textContent = state.hint ?? "";
    show(hint, Boolean(state.hint) && !wrong && (atom.isEnabled || atom.isEmpty));
    show(checking, atom.isAwaited && !wrong);
    made.classList.toggle("wrong", Boolean(wrong));
    made.classList.toggle("awaited", atom.isAwaited);
    lock();
    const left = (state.maxLength ?? 0) - [...String(atom.value ?? "")].length;
    show(counter, isCounted && Boolean(state.maxLength) && atom.isEnabled && left <= state.maxLength * (1 - NEAR));
    if (!counter.hidden) {
      counter.textContent = left < 0
        ? say(left < -1 ? "over" : "overOne", { count: -left })
        : say("left", { count: left });
    }
    counter.classList.toggle("over", left < 0);
    const described = [fault, hint, counter].filter((each) => !each.hidden).map((each) => each.id);
    mark(judged, "aria-describedby", [...described, atom.about].filter(Boolean).join(" "));
    // The role `group` has no state of its own.
    if (made.getAttribute("role") === "group") return;
    mark(judged, "aria-invalid", wrong ? "true" : null);
    mark(judged, "aria-required", state.required && atom.isEnabled ? "true" : null);
  });

  /** Draws a value that cannot be changed as text. */
  function lock() {
    const isGiven = !atom.isEnabled && !atom.isSecret;
    const hadFocus = isGiven && box.contains(focusIn(box));
    const role = atom.state.type === "amount" ? "amount" : atom.state.role;
    given.replaceChildren(
      ...[isGiven ? (atom.isEmpty ? "—" : contentOf({ role, text: readable(atom) })) : ""].flat().filter(Boolean));
    given.classList.toggle("none", atom.isEmpty);
    given.classList.toggle("sum", atom.state.type === "amount");
    show(given, isGiven);
    show(box, !isGiven);
    made.classList.toggle("locked", !atom.isEnabled);
    if (hadFocus) given.focus();
  }

  made.focusAtom = () => {
    if (!given.hidden) return given.focus();
    const place = control.matches("input, select, textarea, [role=combobox]")
      ? control
      : control.querySelector("input:checked:enabled, input:enabled, button, select");
    place?.focus();
  };
  return made;
}
