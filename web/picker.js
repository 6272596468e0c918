import { element, freshId, mark } from "./element.js";
import { field } from "./field.js";
import { say } from "./texts.js";

let sheets;

/** Loads the sheets of options. A failed load is repeated by the next call. */
const loadSheets = () => (sheets ??= import("./choosing.js").catch((fault) => {
  sheets = undefined;
  throw fault;
}));

/**
 * Draws a choice that shows the chosen option, and opens a sheet with all of them (a combobox of
 * ARIA 1.2 whose popup is a dialog). `draw` returns the content of a row, and `text` the text that
 * a search matches.
 */
export function picker(atom, form, { draw, text }) {
  const open = element("div", {
    class: "picker", role: "combobox", tabindex: "0", "aria-haspopup": "dialog", "aria-expanded": "false",
    id: freshId("picker"),
  });
  const made = field(atom, open);
  const caption = made.querySelector(".caption > span");
  open.setAttribute("aria-labelledby", caption.id);
  caption.addEventListener("click", () => open.focus());
  made.classList.add("wide");
  const options = () => atom.state.options ?? [];
  // The first tap needs the sheet at once.
  loadSheets().catch(() => {});
  open.addEventListener("click", async () => {
    const { choosing } = await loadSheets().catch((fault) => {
      form.app.notices.troubled(fault);
      return {};
    });
    // A second tap during the load opens no second sheet.
    if (!choosing || open.getAttribute("aria-expanded") === "true") return;
    const list = options();
    const id = freshId("sheet");
    mark(open, "aria-controls", id);
    mark(open, "aria-expanded", "true");
    const place = await choosing({
      id, title: atom.state.caption, options: list, chosen: list.findIndex((each) => each.value === atom.value), draw,
      text, form,
    });
    mark(open, "aria-controls", null);
    mark(open, "aria-expanded", "false");
    // Choosing the preset makes it an entry.
    if (place === null || (list[place].value === atom.value && atom.isGiven)) return;
    atom.enter(list[place].value);
    form.committed(atom);
  });
  open.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key)) return;
    event.preventDefault();
    open.click();
  });
  atom.watch(() => {
    const option = options().find((each) => each.value === atom.value);
    open.replaceChildren(
      ...(option ? draw(option) : [element("span", { class: "placeholder", text: say("choose") })]),
      element("span", { class: "chevron down", "aria-hidden": "true" }));
  });
  return made;
}
