import { element, show } from "./element.js";
import { readable } from "./readable.js";
import { contentOf } from "./shown.js";
import { say } from "./texts.js";

/** Draws what has been entered so far, beside the form where there is room. */
export function drawSummary(tree) {
  const list = element("dl");
  // It may have to be scrolled: the keyboard reaches it.
  const made = element("section", { class: "summary", "aria-label": say("summary"), tabindex: "0" }, element("h2", { text: say("summary") }), list);
  const fill = () => {
    const all = [...tree.all()];
    // Nobody enters computed rows, and their table stands in the form.
    const computed = new Set(all.filter((atom) => atom.state.computed).flatMap((atom) => atom.items.flat()));
    const rows = all.filter((atom) => !computed.has(atom) && atom.isInput && !atom.items && !atom.isSecret && tree.isSeen(atom) && !atom.isEmpty);
    list.replaceChildren(...rows.flatMap((atom) => {
      const { type, role, caption } = atom.state;
      const name = type === "amount" ? "sum" : null;
      return [element("dt", { text: caption, class: name }), element("dd", { class: name }, contentOf({ role: name ? "amount" : role, text: readable(atom) }))];
    }));
    show(made, rows.length > 0);
  };
  tree.listeners.add(fill);
  fill();
  return made;
}
