import { element, show } from "./element.js";
import { draw } from "./drawers.js";

/** Draws atoms that belong together, under their caption. */
export function drawGroup(atom, form) {
  const legend = element("legend", { class: "group-title" });
  const made = element(
    "fieldset", { class: "group wide" }, legend,
    element("div", { class: "grid" }, atom.atoms.map((inner) => draw(inner, form))));
  atom.watch(() => {
    legend.textContent = atom.state.caption ?? "";
    show(legend, Boolean(atom.state.caption));
  });
  return made;
}
