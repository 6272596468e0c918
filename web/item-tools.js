import { element, mark, show } from "./element.js";
import { focusNear } from "./focus.js";
import { itemName } from "./item-names.js";
import { appOf } from "./mounted.js";
import { say } from "./texts.js";

/**
 * Draws the buttons of an item that copy it and move it. Calls `committed` after a change of the
 * list. `update` of the result shows the buttons that are possible now.
 */
export function itemTools(atom, index, committed) {
  const button = (name, text, act) =>
    element("button", { type: "button", class: `text-button item-tool ${name}`, text: say(text), on: { click: act } });
  const copy = button("copy-item", "copyItem", () => {
    const items = copy.closest(".items");
    atom.copy(index);
    committed();
    focusNear(items.children[index + 1]?.querySelector("legend"));
  });
  const up = button("up", "moveUp", () => move(-1));
  const down = button("down", "moveDown", () => move(1));
  // The focus stays on the moved item, so that it can be moved on with the same key.
  const move = (step) => {
    const items = up.closest(".items");
    const { notices } = appOf(items);
    // A moved item stays open.
    atom.openItem = index + step;
    atom.move(index, index + step);
    committed();
    const tools = [".up", ".down"].map((name) => items.children[index + step].querySelector(`:scope > ${name}`));
    focusNear((step < 0 ? tools : tools.toReversed()).find((each) => each.checkVisibility()));
    const said = { item: itemName(atom, index + step), place: index + step + 1, count: atom.items.length };
    notices.speak(say("itemMoved", said));
  };
  const made = [copy, up, down];
  const update = () => {
    const { state, items, isEnabled } = atom;
    show(copy, isEnabled && Boolean(state.copy) && items.length < (state.max ?? Infinity));
    show(up, isEnabled && Boolean(state.order) && index > 0);
    show(down, isEnabled && Boolean(state.order) && index < items.length - 1);
    for (const each of made) mark(each, "aria-label", `${each.textContent}: ${itemName(atom, index)}`);
  };
  return Object.assign(made, { update });
}
