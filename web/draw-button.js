import { element } from "./element.js";
import { guided } from "./guidance.js";
import { sumOf } from "./sums.js";

export function drawButton(atom, form) {
  const made = element("button", { type: "button", class: "button", on: { click: () => form.tap(atom) } });
  const name = atom.state.action?.name;
  // In a flow `next` is a main action, elsewhere quiet. A result has quiet buttons only by tone.
  const quiet = !form.tree?.head.result
    && (["back", "cancel", "navigate"].includes(name) || (name === "next" && !form.tree?.head.flow));
  const tone = atom.state.tone ?? atom.state.action?.tone;
  made.classList.toggle("quiet", tone ? tone === "quiet" : quiet);
  made.classList.toggle("danger", tone === "danger");
  const draw = () => {
    // The button that sends or signs shows the amount.
    const sum = name === "submit" && !tone && (form.tree?.head.signing?.amount?.text ?? sumOf(atom.tree));
    made.textContent = [atom.state.caption, sum].filter(Boolean).join(" ");
    made.disabled = !atom.isEnabled;
  };
  atom.watch(draw);
  if (name === "submit") atom.tree.listeners.add(draw);
  return guided(atom, made);
}
