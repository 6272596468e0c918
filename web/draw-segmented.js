import { element, mark } from "./element.js";
import { field } from "./field.js";
import { haveDetails, optionTexts } from "./option.js";
import { radios } from "./radios.js";

/**
 * Draws a choice with all options visible: in one line, or as a list if they do not fit, have
 * details, or the choice has `look: list`.
 */
export function drawSegmented(atom, form) {
  const row = element("div", { class: "segments" });
  const made = field(atom, null, { box: row, group: true, control: row });
  radios(atom, form, row, (option, input) => element("label", { class: "segment" }, input, optionTexts(option)));
  const fit = () => {
    if (atom.state.look === "list" || haveDetails(atom.state.options)) {
      row.className = "segments list";
      return;
    }
    row.className = "segments measured";
    const isList = row.scrollWidth > row.clientWidth;
    row.className = isList ? "segments list" : "segments";
  };
  atom.watch(fit);
  // The role `radiogroup` needs a radio button, and `group` has no state.
  atom.watch(() => {
    const { options, required, error } = atom.state;
    const isEmpty = !options?.length;
    mark(made, "role", isEmpty ? "group" : "radiogroup");
    mark(made, "aria-required", !isEmpty && required && atom.isEnabled ? "true" : null);
    mark(made, "aria-invalid", !isEmpty && error ? "true" : null);
  });
  // The gauge depends only on the width and the font. Observing the row itself would report the
  // layout changes that `fit` makes.
  const gauge = element("span", { class: "gauge", "aria-hidden": "true" });
  made.append(gauge);
  new ResizeObserver(fit).observe(gauge);
  return made;
}
