import { element } from "./element.js";
import { guided } from "./guidance.js";
import { sumOf } from "./sums.js";

/** Draws a button: a tap does what the server says. */
export function drawButton(atom, form) {
  const made = element("button", { type: "button", class: "button", on: { click: () => form.tap(atom) } });
  const name = atom.state.action?.name;
  // In a flow `next` is the main step; elsewhere it is one more question. The button of a result is its main step.
  const quiet = !form.tree?.head.result && (["back", "cancel", "navigate"].includes(name) || (name === "next" && !form.tree?.head.flow));
  const tone = atom.state.tone ?? atom.state.action?.tone;
  made.classList.toggle("quiet", tone ? tone === "quiet" : quiet);
  made.classList.toggle("danger", tone === "danger");
  const draw = () => {
    // The button that sends or signs carries the sum.
    const sum = name === "submit" && !tone && (form.tree?.head.signing?.amount?.text ?? sumOf(atom.tree));
    made.textContent = [atom.state.caption, sum].filter(Boolean).join(" ");
    made.disabled = !atom.isEnabled;
  };
  atom.watch(draw);
  if (name === "submit") atom.tree.listeners.add(draw);
  return guided(atom, made);
}
