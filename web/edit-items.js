import "./texts-of-rows.js";
import { element, freshId, mark, show } from "./element.js";
import { pasting } from "./paste-rows.js";
import { rowTable } from "./row-table.js";
import { say } from "./texts.js";

/** The tables and the buttons that paste rows, by repeat. */
const parts = new WeakMap();

/**
 * Draws what a repeat has in addition to its items: the button that pastes rows, and the table of
 * its items. Returns true if a table has the items.
 */
export function arrange(atom, form, items, add) {
  const { edit, rows } = atom.state;
  if (!parts.has(atom)) {
    form.app.page.addStyle(new URL("items.css", import.meta.url));
    parts.set(atom, { table: edit === "table" && rowTable(atom, form), paste: rows && pasting(atom, form, items) });
    const { table, paste } = parts.get(atom);
    if (table) items.replaceChildren(table.box);
    if (paste) add.after(paste);
    if (edit) atom.reveal = (inner) => open(atom, inner);
  }
  const { table, paste } = parts.get(atom);
  paste?.update();
  table?.update?.();
  return Boolean(table);
}

/** Opens the item with an atom. */
function open(atom, inner) {
  const index = atom.items.findIndex((item) => item.some((each) => [...each.all()].includes(inner)));
  if (index < 0 || index === atom.openItem) return;
  atom.openItem = index;
  atom.changed();
}

/**
 * Makes an item of a repeat open and close with its title. At most one item is open. Returns the
 * element for the title.
 */
export function apart(made, atom, item, legend) {
  const grid = made.querySelector(":scope > .grid");
  const title = element("span");
  const fault = element("p", { class: "fault apart-fault", id: freshId("fault") });
  grid.id = freshId("item");
  const button = element("button", { type: "button", class: "apart-title", "aria-controls": grid.id }, title);
  legend.removeAttribute("tabindex");
  legend.append(button);
  legend.after(fault);
  made.classList.add("apart");
  // The first item is open at first.
  if (atom.openItem === undefined) atom.openItem = 0;
  const update = () => {
    const isOpen = atom.items[atom.openItem] === item;
    made.classList.toggle("shut", !isOpen);
    mark(button, "aria-expanded", String(isOpen));
    // An open item shows the errors at its inputs.
    const { text, count } = isOpen ? { text: "", count: 0 } : faultsOf(item);
    fault.textContent = !text ? "" : count > 1 ? say("moreOfItem", { text, count: count - 1 }) : text;
    show(fault, Boolean(text));
    mark(button, "aria-describedby", text ? fault.id : null);
  };
  button.addEventListener("click", () => {
    const index = atom.items.indexOf(item);
    atom.openItem = atom.openItem === index ? null : index;
    atom.changed();
  });
  for (const inner of item) for (const each of inner.all()) each.watch(update);
  made.settle = update;
  return title;
}

/** The first error in an item with its caption, and the number of errors. */
function faultsOf(item) {
  const seen = (atom) => (
    atom.isShown
      ? [atom, ...(atom.atoms ?? []).flatMap(seen), ...(atom.items ?? []).flatMap((each) => each.flatMap(seen))]
      : []);
  const wrong = item.flatMap(seen).filter((atom) => atom.state.error?.message);
  const text = wrong.length ? [wrong[0].state.caption, wrong[0].state.error.message].filter(Boolean).join(": ") : "";
  return { text, count: wrong.length };
}
