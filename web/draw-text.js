import { element, mark } from "./element.js";
import { contentOf } from "./shown.js";

/** The roles of a pair's value that the client knows. Other roles are drawn as text. */
const ROLES = ["amount", "number", "date", "dateTime", "account", "card", "person", "status"];

/** Draws a text. A pair is drawn as a label and a value, a formatted text by its blocks. */
export function drawText(atom, form) {
  if ("markdown" in atom.state) return drawFormatted(atom, form);
  const size = atom.state.fontSize ?? "body";
  const made = element(size === "title" && !atom.state.pair ? "h2" : "p", { class: `text ${size}` });
  let first = true;
  atom.watch(() => {
    const { pair, caption = "", severity } = atom.state;
    made.classList.toggle("pair", Boolean(pair));
    made.classList.toggle("severe", severity === "warning");
    if (pair) made.replaceChildren(...partsOf(pair));
    else if (made.textContent !== caption) made.textContent = caption;
    // Announce later changes.
    if (!first) mark(made, "aria-live", "polite");
    first = false;
  });
  if (atom.state.change) import("./draw-change.js").then(({ offerChange }) => offerChange(made, atom, form));
  return made;
}

/** Draws a formatted text. Until its drawing loads, it is its caption. */
function drawFormatted(atom, form) {
  const made =
    element("div", { class: `text formatted ${atom.state.fontSize ?? "body"}`, text: atom.state.caption ?? "" });
  import("./draw-markdown.js").then(({ fillMarkdown }) => fillMarkdown(made, atom, form),
    () => atom.watch(() => { made.textContent = atom.state.caption ?? ""; }));
  return made;
}

/** The label and the value of a pair, with a colon between them for screen readers. */
export function partsOf(pair) {
  const role = ROLES.includes(pair.role) ? ` of-${pair.role}` : "";
  return [
    element("span", { class: "pair-name" }, pair.label ?? "", element("span", { class: "unseen", text: ": " })),
    element("span", { class: `pair-value${role}` }, element("span", {}, contentOf(pair)))];
}
