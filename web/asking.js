import { ended } from "./dialog.js";
import { element, freshId, show } from "./element.js";
import { say } from "./texts.js";

/**
 * Shows a button's question in a modal dialog (the alertdialog of ARIA 1.2). Returns true if the
 * person agrees. The cancelling button has the focus first. Aborting the signal of `around` closes
 * the dialog.
 */
export async function agreed(atom, /** @type {{ app: any, signal?: AbortSignal }} */ around) {
  const title = element("h2", { id: freshId("question") });
  const text = element("p", { id: freshId("question") });
  const act = element("button", { type: "button", class: atom.state.tone === "danger" ? "button danger" : "button" });
  const leave = element("button", { type: "button", class: "button quiet" });
  const dialog = element(
    "dialog", { class: "question", role: "alertdialog", "aria-labelledby": title.id, "aria-describedby": text.id },
    title, text, element("div", { class: "answers" }, leave, act));
  // The texts can depend on values, so update them while the dialog is open.
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
  const end = ended(dialog, around);
  leave.focus();
  const answer = await end;
  atom.watchers.delete(fill);
  return answer === "yes";
}

/** Asks the question of a repeat before an item is removed. Returns true if it has none. */
export async function agreesToRemove(atom, { app }) {
  const { confirm } = atom.state.remove ?? {};
  return !confirm || agreedTo(confirm, { app, caption: say("remove"), tone: "danger" });
}

/** @typedef {{ app: any, signal?: AbortSignal, caption?: string, tone?: string }} Caption */

/**
 * Asks a question that is not declared by a form's button. Returns true if the person agrees.
 * Aborting `signal` closes the dialog. The tone `danger` styles the confirming button.
 */
export const agreedTo = (confirm, /** @type {Caption} */ { app, signal, caption, tone }) =>
  agreed({ state: { confirm, caption, tone }, watch: (fill) => fill(), watchers: new Set() }, { app, signal });
