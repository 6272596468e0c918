import { element } from "./element.js";
import { drawFacts } from "./facts.js";

/** The minimum and maximum number of adjacent leads with icons that are drawn as tiles. */
const TILES = [2, 5];

/**
 * Arranges modules: adjacent leads share a card, or are tiles above related modules; adjacent facts
 * share a card.
 */
export function gathered(modules, places, isInner) {
  const found = [];
  const kindOf = (place) =>
    (place.classList.contains("leading") ? "leads" : place.classList.contains("fact") ? "facts" : null);
  const runs = [];
  const isText = (index) => modules[index].module === "text" && modules[index].transition?.kind === "embed"
    && !kindOf(places[index]);
  /** True for a plain text with facts above it and, possibly after other texts, below it. */
  const isAmongFacts = (index) => isText(index) && modules[index].fontSize !== "title" && runs.at(-1)?.kind === "facts"
    && places.find((_, other) => other > index && !isText(other))?.classList.contains("fact") === true;
  places.forEach((place, index) => {
    const kind = isAmongFacts(index) ? "facts" : kindOf(place);
    // A text directly above facts is their heading. A text that begins a tab is the page's heading.
    if (kind && runs.at(-1)?.kind === kind) runs.at(-1).indexes.push(index);
    else if (kind === "facts" && runs.at(-1)?.kind === "text" && !(isInner && index === 1)) {
      Object.assign(runs.at(-1), { kind }).indexes.push(index);
    }
    else runs.push({ kind: kind ?? (isText(index) ? "text" : null), indexes: [index] });
  });
  runs.forEach(({ kind, indexes }, order) => {
    const own = indexes.map((index) => places[index]);
    if (kind === "facts") found.push(drawFacts(indexes.map((index) => modules[index]), own));
    else if (kind !== "leads") found.push(...own);
    else {
      const areTiles = own.length >= TILES[0] && own.length <= TILES[1] && order > 0 && order < runs.length - 1
        && !["text", "leads"].includes(runs[order + 1].kind) && indexes.every((index) => modules[index].icon);
      found.push(element("div", { class: areTiles ? "tiles" : "card rows" }, own));
    }
  });
  return found;
}
