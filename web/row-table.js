import { agreesToRemove } from "./asking.js";
import { draw } from "./drawers.js";
import { element, freshId, mark, show } from "./element.js";
import { focusIn } from "./focus.js";
import { decimal, endsWithSign } from "./client/format.js";
import { itemName } from "./item-names.js";
import { readable } from "./readable.js";
import { say } from "./texts.js";

/** The width in pixels from which the inputs of a row are in its cells. */
const WIDE = 700;
/** The least width of a column, and the width of the column with the buttons, in rem. */
const LEAST = 7, LAST = 6;
/** Inputs in which the up and down arrows and Enter move between rows. */
const PLAIN = "input:not([type=checkbox], [type=radio], [role=combobox])";
const FOCUSABLE = "input:enabled, select:enabled, textarea:enabled, [role=combobox], button:enabled";

const isNumber = ({ state }) => state.type === "amount" || state.type === "number";

/** The text of a value. An amount has no currency if the heading of its column has it. */
function contentOf(atom) {
  const { kind, value, state } = atom;
  if (kind === "text") return state.caption ?? "";
  if (atom.isEmpty) return "";
  return state.type === "amount" && endsWithSign(state.caption, state.currency)
    ? decimal(value, state.scale)
    : readable(atom);
}

/**
 * Draws the items of a repeat as a table of texts. Only the open row has inputs, in its cells or,
 * in a narrow table, below it. `update` redraws the rows whose items have changed.
 *
 * The rows are grids, so the elements have the roles of a table.
 */
export function rowTable(atom, form) {
  const keys = element("p", { class: "hint table-keys", id: freshId("hint"), text: say("tableKeys") });
  const heads = atom.template.map((inner) =>
    element("th", { role: "columnheader", scope: "col", class: isNumber({ state: inner }) ? "number" : undefined }));
  const body = element("tbody", { role: "rowgroup" });
  const table = element("table", { class: "row-table", role: "table", "aria-describedby": keys.id },
    element("thead", { role: "rowgroup" },
      element("tr", { role: "row" }, element("th", { role: "columnheader", scope: "col", text: say("item") }), heads,
        element("td", { role: "cell" }))),
    body);
  table.style.setProperty("--columns", `2.75rem repeat(${heads.length}, minmax(${LEAST}rem, 1fr)) ${LAST}rem`);
  table.style.setProperty("--least", `${2.75 + heads.length * LEAST + LAST}rem`);
  const box = element("div", { class: "item card row-table-box", tabindex: "0", role: "group" }, keys, table);
  let rows = [], drawn = null, open = null;
  /** True if the row with the focus was removed, so that the next open row gets the focus. */
  let isLost = false;

  /** Opens a row, draws its inputs, and focuses the input of a column. */
  const activate = (index, column = null) => {
    const row = rows[index];
    if (!row || !atom.isEnabled) return;
    const before = open;
    if (before !== row) {
      open = row;
      atom.openItem = index;
      row.open(isWide());
    }
    // The previous inputs are removed after they have lost the focus, so that they commit.
    if (column !== null) row.focus(column);
    isLost = false;
    if (before && before !== row) before.close();
  };
  const isWide = () => box.clientWidth >= WIDE;
  const remove = async (index) => {
    if (!(await agreesToRemove(atom, form))) return;
    atom.openItem = Math.max(0, Math.min(index, atom.items.length - 2));
    atom.remove(index);
    form.committed(atom);
    if (rows.length) activate(atom.openItem, 0);
    else box.parentElement.parentElement.querySelector(":scope > .add")?.focus();
  };
  const move = (index, target) => {
    atom.openItem = target;
    atom.move(index, target);
    form.committed(atom);
    activate(target, 0);
    form.app.notices.speak(
      say("itemMoved", { item: itemName(atom, target), place: target + 1, count: atom.items.length }));
  };
  const copy = (index) => {
    atom.openItem = index + 1;
    atom.copy(index);
    form.committed(atom);
    activate(index + 1, 0);
  };

  const update = () => {
    if (drawn !== atom.items) {
      drawn = atom.items;
      // Rows before the first changed item stay, with the focus in them.
      const changed = rows.findIndex(({ item }, index) => item !== drawn[index]);
      for (const row of changed < 0 ? [] : rows.splice(changed)) {
        if (row === open) {
          isLost ||= row.hasFocus();
          open = null;
        }
        row.remove();
      }
      const more = drawn.slice(rows.length).map((item, place) =>
        rowOf(atom, item, rows.length + place, form, { remove, move, copy }));
      rows = [...rows, ...more];
      body.append(...more.map(({ line }) => line));
      (drawn[0] ?? []).forEach(
        (inner, place) => { heads[place].textContent = inner.kind === "text" ? "" : inner.state.caption ?? ""; });
    }
    if (open && !atom.isEnabled) { open.close(); open = null; }
    open?.settle();
    show(keys, atom.isEnabled);
    for (const each of [box, table]) mark(each, "aria-label", atom.state.caption);
    if (!rows.length || !atom.isEnabled) return;
    // A row is open, so that the keyboard reaches the table. Its width is known once it is drawn.
    const last = () => Math.min(atom.openItem ?? 0, rows.length - 1);
    if (open && rows[last()] !== open) activate(last());
    else if (!open) requestAnimationFrame(() => { if (!open) activate(last(), isLost ? 0 : null); });
  };

  body.addEventListener("click", (event) => {
    const cell = event.target.closest("td, th");
    const index = rows.findIndex(({ line }) => line === cell?.parentElement);
    if (index < 0 || rows[index] === open) return;
    activate(index, cell.localName === "td" ? cell.cellIndex - 1 : 0);
  });
  // Before the inputs: Enter in the last of them would tap the button of the form.
  body.addEventListener("keydown", (event) => {
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (
      !step || !open || event.isComposing || event.altKey || event.ctrlKey || event.metaKey
      || !event.target.matches(PLAIN)
    ) return;
    const index = rows.indexOf(open), target = Math.max(0, Math.min(rows.length - 1, index + step));
    event.preventDefault();
    event.stopPropagation();
    const column = open.columnOf(event.target);
    // The last row stays open: Enter commits its text.
    if (target === index) { event.target.blur(); event.target.focus(); } else activate(target, column);
  }, true);
  return { box, update };
}

/** Draws one row as texts. `open` draws its inputs, and `close` removes them. */
function rowOf(atom, item, index, form, { remove, move, copy }) {
  const number = element("button", { type: "button", class: "row-number", tabindex: "-1", text: String(index + 1) });
  mark(number, "aria-label", say("editRow", { row: itemName(atom, index) }));
  const cells = item.map((inner) => element("td", { role: "cell", class: isNumber(inner) ? "number" : undefined }));
  const last = element("td", { role: "cell" });
  const line = element("tr", { role: "row" }, element("th", { role: "rowheader", scope: "row" }, number), cells, last);
  const row = { item, line };
  /** The watchers of the atoms without inputs, and the row below with the inputs; null if closed. */
  let watchers = null, below = null, tools = null;

  item.forEach((inner, place) => {
    const cell = cells[place];
    inner.watch(() => {
      if (cell.classList.contains("editing")) return;
      const error = inner.isShown && inner.state.error?.message;
      cell.textContent = inner.isShown ? contentOf(inner) : "";
      if (error) cell.append(element("p", { class: "fault", text: error }));
      if (error || cell.classList.contains("wrong")) cell.classList.toggle("wrong", Boolean(error));
    });
  });

  const button = (name, text, act) =>
    element("button", { type: "button", class: `text-button ${name}`, text: say(text), on: { click: act } });
  row.open = (isWide) => {
    watchers = item.map((inner) => [...inner.all()].map((each) => [each, new Set(each.watchers)]));
    line.classList.add("open");
    tools = element("div", { class: "row-tools" }, button("copy-item", "copyItem", () => copy(index)),
      button("up", "moveUp", () => move(index, index - 1)),
      button("down", "moveDown", () => move(index, index + 1)), button("remove", "remove", () => remove(index)));
    for (const each of tools.children) mark(each, "aria-label", `${each.textContent}: ${itemName(atom, index)}`);
    if (isWide) {
      item.forEach((inner, place) => {
        const made = draw(inner, form);
        if (!made) return;
        cells[place].classList.remove("wrong");
        cells[place].classList.add("editing");
        cells[place].replaceChildren(made);
      });
      last.replaceChildren(tools);
    } else {
      const fields =
        element("div", { class: "row-fields", role: "group" }, item.map((inner) => draw(inner, form)), tools);
      mark(fields, "aria-label", itemName(atom, index));
      fields.style.setProperty("--row-width", `${line.closest(".row-table-box").clientWidth - 40}px`);
      below = element("tr", { role: "row", class: "open below" },
        element("td", { role: "cell", colspan: String(cells.length + 2) }, fields));
      line.after(below);
    }
    row.settle();
  };
  row.settle = () => {
    const { state, items, isEnabled } = atom;
    const [copied, up, down, removed] = tools.children;
    show(copied, isEnabled && Boolean(state.copy) && items.length < (state.max ?? Infinity));
    show(up, isEnabled && Boolean(state.order) && index > 0);
    show(down, isEnabled && Boolean(state.order) && index < items.length - 1);
    show(removed, isEnabled && !state.fixed && items.length > (state.min ?? 0));
  };
  row.close = () => {
    for (const [each, before] of watchers.flat()) each.watchers = before;
    line.classList.remove("open");
    for (const cell of cells) cell.classList.remove("editing");
    below?.remove();
    last.replaceChildren();
    [watchers, below, tools] = [null, null, null];
    for (const inner of item) for (const act of inner.watchers) act();
  };
  row.hasFocus = () => [line, below].some((each) => each?.contains(focusIn(each)));
  row.remove = () => {
    below?.remove();
    line.remove();
  };
  const placeOf = (column) => (below ? below.querySelector(".row-fields").children[column] : cells[column]);
  row.columnOf = (input) => item.findIndex((_, place) => placeOf(place).contains(input));
  row.focus = (column) => {
    const places = [column, ...item.keys()].map((place) => placeOf(place)).filter(Boolean);
    const found = places.map(
      (place) => [...place.querySelectorAll(FOCUSABLE)].find((each) => each.checkVisibility())).find(Boolean);
    found?.focus();
  };
  return row;
}
