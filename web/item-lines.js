import { draw } from "./drawers.js";
import { element } from "./element.js";
import { readable } from "./readable.js";
import { say } from "./texts.js";

export { areRows, drawRows } from "./computed-rows.js";

const isShownText = (atom) => atom?.kind === "textInput" && !atom.isEnabled && !atom.state.type;
const isShownNumber = (atom) => atom?.kind === "textInput" && !atom.isEnabled
  && ["amount", "number"].includes(atom.state.type);

/** Returns the parts of a fixed item with one input, such as a meter; null for other shapes. */
function partsOf(item) {
  const entries = item.filter((atom) => atom.isInput && atom.isEnabled);
  const at = item.indexOf(entries[0]);
  const [name, number] = item;
  const before = item[at - 1];
  const sum = item.findLast((atom, place) => place > at && isShownNumber(atom) && atom.state.type === "amount");
  if (entries.length !== 1 || !isShownText(name) || !isShownNumber(before) || !sum) return null;
  const rest = item.filter((atom) => ![name, before, entries[0], sum].includes(atom));
  return { name, number: isShownText(number) ? number : null, before, entry: entries[0], sum, rest };
}

/**
 * Draws an item in two lines: its name and the value before the input, then the input and the
 * amount. The other values are folded under the number below the name. `title` returns the title
 * of the item. Returns null for other shapes.
 */
export function drawLines(item, title, form) {
  const parts = partsOf(item);
  if (!parts) return null;
  const { name, number, before, entry, sum, rest } = parts;
  const drawn = (atom, place) => {
    const made = draw(atom, form);
    made.classList.add(place);
    return made;
  };
  const legend = element("legend", { class: "unseen", tabindex: "-1" });
  const rename = () => { legend.textContent = `${title()}: ${readable(name)}`; };
  name.watch(rename);
  const words = element("span");
  const summary = element("summary", {}, words);
  number?.watch(() => { words.textContent = readable(number) || say("details"); });
  if (number) summary.append(element("span", { class: "unseen", text: `, ${say("details")}` }));
  else words.textContent = say("details");
  const made = element("details", { class: "line-rest" }, summary,
    element("div", { class: "grid" }, rest.map((atom) => draw(atom, form))));
  for (const atom of rest) atom.watch(() => { if (atom.state.error || atom.state.warning) made.open = true; });
  const heading = drawn(name, "line-name");
  heading.querySelector(".caption").classList.add("unseen");
  const line = element("fieldset", { class: "item group line" }, legend, element("div", { class: "lines" },
    heading, made, drawn(before, "line-before"), drawn(entry, "line-entry"), drawn(sum, "line-sum")));
  return Object.assign(line, { rename });
}
