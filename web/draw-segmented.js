import { element } from "./element.js";
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
  // The gauge depends only on the width and the font. Observing the row itself would report the
  // layout changes that `fit` makes.
  const gauge = element("span", { class: "gauge", "aria-hidden": "true" });
  made.append(gauge);
  new ResizeObserver(fit).observe(gauge);
  return made;
}
