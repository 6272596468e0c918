import { element } from "./element.js";
import { field } from "./field.js";
import { optionTexts } from "./option.js";
import { optionInputs } from "./radios.js";

/** Draws a choice of several options: checkboxes below each other, or chips with `look: chips`. */
export function drawChoices(atom, form) {
  const look = atom.state.look === "chips" ? "chips" : "list";
  const row = element("div", { class: `segments ${look} several` });
  const made = field(atom, null, { box: row, group: true, control: row, role: "group" });
  const drawOption = (option, input) => element("label", { class: "segment" }, input, optionTexts(option));
  optionInputs(atom, form, row, { type: "checkbox" }, drawOption, {
    chosen: (value, isChosen) => chosen(atom, value, isChosen), has: (value) => (atom.value ?? []).includes(value) });
  return made;
}

/**
 * Returns the chosen values after a tap on an option, in the order of the options; null for none.
 * An exclusive option replaces the others, and any other option replaces an exclusive one.
 */
function chosen({ state, value: before }, value, isChosen) {
  const alone = state.exclusive ?? [];
  const others =
    (before ?? []).filter((each) => each !== value && !(isChosen && (alone.includes(value) || alone.includes(each))));
  const values = (state.options ?? []).map((option) => option.value).filter((each) =>
    each === value ? isChosen : others.includes(each));
  return values.length ? values : null;
}
