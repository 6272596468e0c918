import { element, mark } from "./element.js";
import { contentOf } from "./shown.js";

/** The roles that a pair's value is drawn by; one that came later than this client is drawn as a text. */
const ROLES = ["amount", "number", "date", "dateTime", "account", "card", "person", "status"];

/** Draws an inscription; one with a pair has the label and what is shown apart. */
export function drawText(atom) {
  const size = atom.state.fontSize ?? "body";
  const made = element(size === "title" && !atom.state.pair ? "h2" : "p", { class: `text ${size}` });
  let first = true;
  atom.watch(() => {
    const { pair, caption = "", severity } = atom.state;
    made.classList.toggle("pair", Boolean(pair));
    made.classList.toggle("severe", severity === "warning");
    if (pair) made.replaceChildren(...partsOf(pair));
    else if (made.textContent !== caption) made.textContent = caption;
    // A later change is announced.
    if (!first) mark(made, "aria-live", "polite");
    first = false;
  });
  return made;
}

/** The label and the value of a pair; between them stands a colon for those who hear it. */
export function partsOf(pair) {
  const role = ROLES.includes(pair.role) ? ` of-${pair.role}` : "";
  return [
    element("span", { class: "pair-name" }, pair.label ?? "", element("span", { class: "unseen", text: ": " })),
    element("span", { class: `pair-value${role}` }, element("span", {}, contentOf(pair)))];
}
