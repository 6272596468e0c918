import { element, mark } from "./element.js";
import { readable } from "./readable.js";

const KINDS = ["textInput", "dateInput", "toggle", "enum", "segmented", "text"];

/** True for computed rows that a table can show: all atoms are single values or texts. */
export const areRows = (atom) => Boolean(atom.state.computed)
  && (atom.template ?? []).every((inner) => KINDS.includes(inner.kind));

/** Draws computed rows as a table with a column for each atom; empty without rows. */
export function drawRows(atom) {
  const { items } = atom;
  if (!items.length) return [];
  const heads = items[0].map((inner) => element("th", { scope: "col" }));
  const body = items.map((item) => {
    const row = element("tr", {}, item.map((inner) => drawCell(inner)));
    for (const inner of item) inner.watch(() => { row.hidden = !item.some((each) => each.isShown); });
    return row;
  });
  const caption = element("caption", {});
  items[0].forEach((inner, place) => inner.watch(() => {
    heads[place].textContent = inner.kind === "text" ? "" : inner.state.caption ?? "";
    heads[place].classList.toggle("number", isNumber(inner));
  }));
  atom.watch(() => { caption.textContent = atom.state.caption ?? ""; });
  const table = element("table", { class: "computed-rows" }, caption, element("thead", {}, element("tr", {}, heads)),
    element("tbody", {}, body));
  const box = element("div", { class: "item card computed-box", tabindex: "0", role: "group" }, table);
  atom.watch(() => mark(box, "aria-label", atom.state.caption));
  return [box];
}

const isNumber = ({ state }) => state.type === "amount" || state.type === "number";

const content = (inner) => inner.kind === "text" ? inner.state.caption ?? "" : inner.isEmpty ? "" : readable(inner);

function drawCell(inner) {
  const cell = element("td", {});
  inner.watch(() => {
    cell.textContent = inner.isShown ? content(inner) : "";
    cell.classList.toggle("number", isNumber(inner));
    const problem = inner.state.error ?? inner.state.warning;
    cell.classList.toggle("wrong", Boolean(inner.state.error));
    mark(cell, "title", problem?.message);
  });
  return cell;
}
