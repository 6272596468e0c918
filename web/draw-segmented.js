import { element } from "./element.js";
import { field } from "./field.js";
import { radios } from "./radios.js";

/** Draws a choice of a few, all in sight. */
export function drawSegmented(atom, form) {
  const row = element("div", { class: "segments" });
  const made = field(atom, null, { box: row, group: true, control: row });
  radios(atom, form, row, (option, input) => element("label", { class: "segment" }, input, element("span", { text: option.caption })));
  atom.watch(() => {
    const lengths = (atom.state.options ?? []).map(({ caption = "" }) => caption.length);
    row.classList.toggle("odd", lengths.length % 2 === 1);
    row.style.setProperty("--need", `${lengths.length * (Math.max(0, ...lengths) * 0.56 + 2)}em`);
  });
  return made;
}
