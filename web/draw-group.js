import { element, show } from "./element.js";
import { draw } from "./drawers.js";
import { help } from "./guidance.js";

/** Draws a group of atoms under its caption. A `folded` group is closed at first. */
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
  return element("fieldset", { class: "group wide" }, legend, help(atom), grid);
}

/** Draws a group that its caption opens. An error or a warning in one of its atoms opens it too. */
function folded(atom, grid) {
  const summary = element("summary", { class: "group-title" });
  const made = element("details", { class: "group wide folded" }, summary, help(atom), grid);
  atom.watch(() => { summary.textContent = atom.state.caption ?? ""; });
  for (const inner of atom.atoms) {
    inner.watch(() => { if (inner.state.error || inner.state.warning) made.open = true; });
  }
  return made;
}
