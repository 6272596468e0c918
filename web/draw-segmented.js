import { element } from "./element.js";
import { field } from "./field.js";
import { radios } from "./radios.js";

/** Draws a choice of a few, all in sight: in one line, or as a list if one line has no room for them. */
export function drawSegmented(atom, form) {
  const row = element("div", { class: "segments" });
  const made = field(atom, null, { box: row, group: true, control: row });
  radios(atom, form, row, (option, input) => element("label", { class: "segment" }, input, element("span", { text: option.caption, "data-text": option.caption })));
  const fit = () => {
    row.className = "segments measured";
    const isList = row.scrollWidth > row.clientWidth;
    row.className = isList ? "segments list" : "segments";
  };
  atom.watch(fit);
  // Its size is the room and the letters, whatever the choice looks like: a height that depends on the look would be observed again.
  const gauge = element("span", { class: "gauge", "aria-hidden": "true" });
  made.append(gauge);
  new ResizeObserver(fit).observe(gauge);
  return made;
}
