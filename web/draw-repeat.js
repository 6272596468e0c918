import { agreesToRemove } from "./asking.js";
import { element, freshId, mark, show } from "./element.js";
import { draw } from "./drawers.js";
import { help } from "./guidance.js";
import { focusIn, focusNear, keepingFocus } from "./focus.js";
import { itemName } from "./item-names.js";
import { say } from "./texts.js";

let special, tools, edits;

/** Draws the items of a repeat. Items can be added and removed unless they are fixed. */
export function drawRepeat(atom, form) {
  const items = element("div", { class: "items" });
  const heading = element("h2", { class: "repeat-title" });
  const hint = element("p", { class: "hint" });
  const fault = element("p", { class: "fault", id: freshId("fault") });
  const add = element("button", { type: "button", class: "text-button add" });
  const made =
    element("section", { class: "repeat wide", role: "group" }, heading, hint, help(atom), items, fault, add);
  add.addEventListener("click", () => {
    atom.openItem = atom.items.length;
    atom.add();
    form.committed(atom);
    items.lastElementChild?.querySelector("input, select, textarea, [role=combobox]")?.focus();
  });
  let drawn = [];
  atom.watch(() => {
    const { state } = atom;
    const isTable = Boolean(special?.areRows?.(atom));
    if ((state.fixed || state.computed) && !special) loadSpecial().then(() => atom.changed());
    else if ((state.edit || state.rows) && !edits) loadEdits().then(() => atom.changed());
    else if (!edits?.arrange?.(atom, form, items, add) && drawn !== atom.items && !sameAtoms(drawn, atom.items)) {
      const known = [...items.children];
      // An added item does not change the others.
      const rows = isTable
        ? special.drawRows(atom)
        : atom.items.map((item, index) => (item === drawn[index] && known[index]) || drawItem(atom, item, index, form));
      drawn = atom.items;
      keepingFocus(items, () => items.replaceChildren(...rows));
    }
    if ((state.copy || state.order) && !tools) loadTools().then(() => atom.changed());
    for (const row of items.children) row.rename?.();
    const free = !state.fixed && atom.isEnabled;
    show(add, free && atom.items.length < (state.max ?? Infinity));
    add.textContent = state.add ?? (state.caption ? `${say("add")}: ${state.caption}` : say("add"));
    heading.textContent = state.caption ?? "";
    // Fixed items and tables have their own headings.
    show(heading, Boolean(state.caption) && !state.fixed && !isTable && (free || atom.items.length > 0));
    fault.textContent = state.error?.message ?? state.warning?.message ?? state.note?.message ?? "";
    fault.classList.toggle("doubtful", !state.error && Boolean(state.warning));
    fault.classList.toggle("note", !state.error && !state.warning);
    fault.classList.toggle("success", state.note?.severity === "success");
    show(fault, Boolean(fault.textContent));
    hint.textContent = state.hint ?? "";
    show(hint, Boolean(state.hint));
    mark(made, "aria-label", state.caption);
    mark(made, "aria-describedby", fault.hidden ? null : fault.id);
  });
  made.focusAtom = () => (made.querySelector("input, select, textarea, [role=combobox]") ?? add).focus();
  return made;
}

/** Loads the drawing of fixed and computed items. If it does not load, they are drawn as others. */
const loadSpecial = async () => { special = await import("./item-lines.js").catch(() => ({})); };

/** Loads the buttons that copy and move items. If they do not load, items have none. */
const loadTools = async () => { tools = await import("./item-tools.js").catch(() => ({})); };

/**
 * Loads the drawing of items with `edit`, and of pasted rows. If it does not load, items are drawn
 * as others.
 */
const loadEdits = async () => { edits = await import("./edit-items.js").catch(() => ({})); };

const sameAtoms = (one, other) => one.length === other.length && one.every((item, place) => item === other[place]);

function drawItem(atom, item, index, form) {
  const inLines = atom.state.fixed && special.drawLines?.(item, () => itemName(atom, index), form);
  if (inLines) return inLines;
  const legend = element("legend", { class: "group-title", tabindex: "-1" });
  const remove = element("button", { type: "button", class: "text-button remove", text: say("remove") });
  remove.addEventListener("click", async () => {
    const items = remove.closest(".items");
    if (!(await agreesToRemove(atom, form))) return;
    atom.remove(index);
    form.committed(atom);
    // Focus the next item, else the previous one, else the button that adds one.
    const focused = focusIn(items);
    if (items.contains(focused) && focused.checkVisibility()) return;
    focusNear(
      items.children[Math.min(index, atom.items.length - 1)]?.querySelector("legend")
        ?? items.parentElement.querySelector(":scope > .add"));
  });
  const made = element(
    "fieldset", { class: atom.state.fixed ? "item group fixed" : "item group" }, legend,
    element("div", { class: "grid" }, item.map((inner) => draw(inner, form))), remove);
  const title = (atom.state.edit === "apart" && edits.apart?.(made, atom, item, legend)) || legend;
  let own;
  made.rename = () => {
    const { state, items, isEnabled } = atom;
    if (!own && (state.copy || state.order) && tools?.itemTools) {
      own = tools.itemTools(atom, index, () => form.committed(atom));
      remove.before(...own);
    }
    own?.update();
    title.textContent = itemName(atom, index);
    mark(remove, "aria-label", `${say("remove")}: ${title.textContent}`);
    show(remove, !state.fixed && isEnabled && items.length > (state.min ?? 0));
    made.settle?.();
  };
  return made;
}
