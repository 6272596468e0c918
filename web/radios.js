import { element, freshId, mark } from "./element.js";

/** Fills a row with a radio button for each option. `label` returns the element around a button. */
export function radios(atom, form, row, label) {
  const name = freshId("choice");
  optionInputs(atom, form, row, { type: "radio", name }, label, {
    chosen: (value) => value, has: (value) => value === atom.value });
}

/**
 * Fills a row with an input for each option. `chosen` returns the atom's value after a tap on the
 * input of an option, and `has` whether an option is chosen.
 */
export function optionInputs(atom, form, row, attributes, label, { chosen, has }) {
  let drawn = "";
  atom.watch(() => {
    const options = atom.state.options ?? [];
    const present = JSON.stringify(options);
    if (present !== drawn) {
      drawn = present;
      row.replaceChildren(...options.map((option) => {
        const input = element("input", attributes);
        input.addEventListener("change", () => {
          atom.enter(chosen(option.value, input.checked));
          form.committed(atom);
        });
        return label(option, input);
      }));
    }
    [...row.querySelectorAll("input")].forEach((input, place) => {
      input.checked = has(options[place]?.value);
      input.disabled = !atom.isEnabled;
      if (input.type === "checkbox") mark(input, "aria-invalid", atom.state.error ? "true" : null);
    });
  });
}
