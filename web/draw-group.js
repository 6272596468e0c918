import { element, show } from "./element.js";
import { draw } from "./drawers.js";

/** Draws atoms that belong together, under their caption; what is rarely needed is folded until it is opened. */
export function drawGroup(atom, form) {
  const grid = element("div", { class: "grid" }, atom.atoms.map((inner) => draw(inner, form)));
  return atom.state.folded ? folded(atom, grid) : open(atom, grid);
}

function open(atom, grid) {
  const legend = element("legend", { class: "group-title" });
  atom.watch(() => {
    legend.textContent = atom.state.caption ?? "";
    show(legend, Boolean(atom.state.caption));
  });
  return element("fieldset", { class: "group wide" }, legend, grid);
}

/** Draws a group that is opened by its caption, and by itself where an atom in it has an error or a warning. */
function folded(atom, grid) {
  const summary = element("summary", { class: "group-title" });
  const made = element("details", { class: "group wide folded" }, summary, grid);
  atom.watch(() => { summary.textContent = atom.state.caption ?? ""; });
  for (const inner of atom.atoms) inner.watch(() => { if (inner.state.error || inner.state.warning) made.open = true; });
  return made;
}
