import { element, freshId, mark, show } from "./element.js";
import { help } from "./guidance.js";
import { say } from "./texts.js";

/**
 * The frame of an input: its caption, what is typed or chosen, a hint, and what is wrong with it. A `single` input is
 * labelled; several that belong together are a group with a legend.
 */
export function field(atom, single, { box = single, group = false, control = single } = {}) {
  const ids = { hint: freshId("hint"), fault: freshId("fault"), caption: freshId("caption") };
  const optional = element("span", { class: "optional", text: say("optional") });
  const words = element("span", { id: ids.caption });
  const caption = group
    ? element("legend", { class: "caption" }, words, optional)
    : element("label", { class: "caption" }, words, optional);
  if (!group) {
    single.id ||= freshId("input");
    caption.htmlFor = single.id;
  }
  const hint = element("p", { class: "hint", id: ids.hint });
  const fault = element("p", { class: "fault", id: ids.fault });
  const counter = element("p", { class: "counter", "aria-hidden": "true" });
  const foot = element("div", { class: "foot" }, element("div", {}, fault, hint), counter);
  const made = element(group ? "fieldset" : "div", { class: "field" }, caption, box, foot, help(atom));
  atom.watch(() => {
    const { state } = atom;
    words.textContent = state.caption ?? "";
    const mayBeLeft = atom.isEnabled && state.required === false;
    show(optional, mayBeLeft);
    const wrong = state.error?.message;
    const doubtful = wrong ? null : state.warning?.message ?? state.normalized?.message;
    const note = wrong || doubtful ? null : state.note;
    fault.textContent = wrong ?? doubtful ?? note?.message ?? "";
    fault.classList.toggle("doubtful", !wrong && Boolean(doubtful));
    // A severity that came later than this client is drawn as an information.
    fault.classList.toggle("note", Boolean(note));
    fault.classList.toggle("success", note?.severity === "success");
    show(fault, Boolean(fault.textContent));
    hint.textContent = state.hint ?? "";
    show(hint, Boolean(state.hint) && !wrong);
    made.classList.toggle("wrong", Boolean(wrong));
    made.classList.toggle("locked", !atom.isEnabled);
    const described = [fault, hint].filter((each) => !each.hidden).map((each) => each.id).join(" ");
    mark(control, "aria-describedby", described);
    if (group) return;
    mark(control, "aria-invalid", wrong ? "true" : null);
    mark(control, "aria-required", state.required && atom.isEnabled ? "true" : null);
    const most = state.maxLength;
    show(counter, Boolean(most) && most >= 100 && atom.isEnabled && !atom.isEmpty);
    if (most) counter.textContent = `${[...String(atom.value ?? "")].length} / ${most}`;
  });
  made.focusAtom = () => {
    const place = control.matches("input, select, textarea") ? control : control.querySelector("input:checked:enabled, input:enabled, button, select");
    place?.focus();
  };
  return made;
}
