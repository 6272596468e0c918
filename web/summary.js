import { element, mark, show } from "./element.js";
import { day, decimal, money } from "./format.js";
import { say } from "./texts.js";

/** Draws what has been entered so far, beside the form where there is room. */
export function drawSummary(tree) {
  const list = element("dl");
  const made = element("section", { class: "summary", "aria-label": say("summary") }, element("h2", { text: say("summary") }), list);
  const fill = () => {
    const rows = [...tree.all()].filter((atom) => atom.isInput && !atom.items && !atom.isSecret && tree.isSeen(atom) && !atom.isEmpty);
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

/** A value as the reader writes it. */
function readable(atom) {
  const { value, state } = atom;
  const option = state.options?.find((each) => each.value === value);
  if (option) return option.caption;
  if (state.chosen?.value === value) return state.chosen.caption;
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (atom.kind === "dateInput") return day(value);
  if (atom.kind === "dateTimeInput") return `${day(value)}, ${value.slice(11)}`;
  if (state.type === "amount") return money(value, state.currency, state.scale);
  return state.type === "number" ? decimal(value) : String(value);
}
