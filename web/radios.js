import { element, freshId } from "./element.js";

/** Fills a row with a radio button for each option. `label` returns the element around a button. */
export function radios(atom, form, row, label) {
  const name = freshId("choice");
  let drawn = "";
  atom.watch(() => {
    const options = atom.state.options ?? [];
    const present = JSON.stringify(options);
    if (present !== drawn) {
      drawn = present;
      row.replaceChildren(...options.map((option, place) => {
        const input = element("input", { type: "radio", name, value: String(place) });
        input.addEventListener("change", () => {
          atom.enter(options[place].value);
          form.committed(atom);
        });
        return label(option, input);
      }));
    }
    [...row.querySelectorAll("input")].forEach((input, place) => {
      input.checked = options[place]?.value === atom.value;
      input.disabled = !atom.isEnabled;
    });
  });
}
