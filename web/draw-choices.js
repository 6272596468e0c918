import { element, mark } from "./element.js";
import { field } from "./field.js";
import { optionTexts } from "./option.js";

/** Draws a choice of several options: checkboxes below each other, or chips with `look: chips`. */
export function drawChoices(atom, form) {
  const look = atom.state.look === "chips" ? "chips" : "list";
  const row = element("div", { class: `segments ${look} several` });
  const made = field(atom, null, { box: row, group: true, control: row, role: "group" });
  let drawn = "";
  atom.watch(() => {
    const options = atom.state.options ?? [];
    const present = JSON.stringify(options);
    if (present !== drawn) {
      drawn = present;
      row.replaceChildren(...options.map((option) => {
        const input = element("input", { type: "checkbox" });
        input.addEventListener("change", () => {
          atom.enter(chosen(atom, option.value, input.checked));
          form.committed(atom);
        });
        return element("label", { class: "segment" }, input, optionTexts(option));
      }));
    }
    [...row.querySelectorAll("input")].forEach((input, place) => {
      input.checked = (atom.value ?? []).includes(options[place].value);
      input.disabled = !atom.isEnabled;
      mark(input, "aria-invalid", atom.state.error ? "true" : null);
    });
  });
  return made;
}

/**
 * Returns the chosen values after a tap on an option, in the order of the options; null for none.
 * An exclusive option replaces the others, and any other option replaces an exclusive one.
 */
function chosen(atom, value, isChosen) {
  const alone = atom.state.exclusive ?? [];
  const isAlone = alone.includes(value);
  const others = (atom.value ?? []).filter((each) => each !== value && !(isChosen && (isAlone || alone.includes(each))));
  const kept = isChosen ? [...others, value] : others;
  const values = (atom.state.options ?? []).map((option) => option.value).filter((each) => kept.includes(each));
  return values.length ? values : null;
}
