import "./texts-of-rows.js";
import { element, freshId, mark, show } from "./element.js";
import { say } from "./texts.js";

export { rowTable } from "./row-table.js";

/** Adds the styles of these items to the page, once. They are next to the page's own styles. */
export function loadStyles() {
  if (document.querySelector("link.item-styles")) return;
  const { href } = document.querySelector("link[rel=stylesheet]");
  document.head.append(element("link", { rel: "stylesheet", class: "item-styles", href: new URL("items.css", href) }));
}

/**
 * Makes an item of a repeat open and close with its title. At most one item is open. `fill` draws
 * the inputs of the item when it is first opened. Returns the element for the title.
 */
export function apart(made, atom, item, { legend, grid, fill }) {
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
    if (isOpen) fill();
    made.classList.toggle("shut", !isOpen);
    mark(button, "aria-expanded", String(isOpen));
    // An open item shows the errors at its inputs.
    const { text, count } = isOpen ? {} : faultsOf(item);
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
  const seen = (atom) => (atom.isShown ? [atom, ...(atom.atoms ?? []).flatMap(seen), ...(atom.items ?? []).flatMap((each) => each.flatMap(seen))] : []);
  const wrong = item.flatMap(seen).filter((atom) => atom.state.error?.message);
  const text = wrong.length ? [wrong[0].state.caption, wrong[0].state.error.message].filter(Boolean).join(": ") : "";
  return { text, count: wrong.length };
}
