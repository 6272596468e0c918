import { ended } from "./dialog.js";
import { element, freshId, show } from "./element.js";
import { say } from "./texts.js";

/**
 * Asks a button's question in a dialog over everything (the alertdialog of ARIA 1.2); answers whether the person agrees. The button that
 * changes nothing has the focus at first. A `signal` that is aborted takes the question away.
 */
export async function agreed(atom, signal) {
  const title = element("h2", { id: freshId("question") });
  const text = element("p", { id: freshId("question") });
  const act = element("button", { type: "button", class: atom.state.tone === "danger" ? "button danger" : "button" });
  const leave = element("button", { type: "button", class: "button quiet" });
  const dialog = element(
    "dialog", { class: "question", role: "alertdialog", "aria-labelledby": title.id, "aria-describedby": text.id },
    title, text, element("div", { class: "answers" }, leave, act));
  // The texts follow values, and so they follow what the server says while the dialog is open.
  const fill = () => {
    const { confirm = {}, caption } = atom.state;
    title.textContent = confirm.title ?? "";
    text.textContent = confirm.text ?? "";
    show(text, Boolean(confirm.text));
    act.textContent = confirm.action ?? caption ?? "";
    leave.textContent = confirm.cancel ?? say("cancel");
  };
  atom.watch(fill);
  act.addEventListener("click", () => dialog.close("yes"));
  leave.addEventListener("click", () => dialog.close());
  const end = ended(dialog, signal);
  leave.focus();
  const answer = await end;
  atom.watchers.delete(fill);
  return answer === "yes";
}

/** Asks a question that no button of a form has, until the `signal` of a form is aborted; returns whether the person agrees. The answer of the tone `danger` looks so. */
export const agreedTo = (confirm, { signal, caption, tone } = {}) => agreed({ state: { confirm, caption, tone }, watch: (fill) => fill(), watchers: new Set() }, signal);
