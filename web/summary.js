import { element, mark, show } from "./element.js";
import { readable } from "./readable.js";
import { say } from "./texts.js";

/** Draws what has been entered so far, beside the form where there is room. */
export function drawSummary(tree) {
  const list = element("dl");
  const made = element("section", { class: "summary", "aria-label": say("summary") }, element("h2", { text: say("summary") }), list);
  const fill = () => {
    const all = [...tree.all()];
    // Nobody enters computed rows, and their table stands in the form.
    const computed = new Set(all.filter((atom) => atom.state.computed).flatMap((atom) => atom.items.flat()));
    const rows = all.filter((atom) => !computed.has(atom) && atom.isInput && !atom.items && !atom.isSecret && tree.isSeen(atom) && !atom.isEmpty);
    list.replaceChildren(...rows.flatMap((atom) => {
      const name = atom.state.type === "amount" ? "sum" : null;
      return [element("dt", { text: atom.state.caption, class: name }), element("dd", { text: readable(atom), class: name })];
    }));
    show(made, rows.length > 0);
  };
  // The keyboard reaches content that has to be scrolled, too.
  new ResizeObserver(() => mark(made, "tabindex", made.scrollHeight > made.clientHeight ? "0" : null)).observe(list);
  tree.listeners.add(fill);
  fill();
  return made;
}
