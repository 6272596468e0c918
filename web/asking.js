import { element, freshId, show } from "./element.js";
import { say } from "./texts.js";

/**
 * Asks a button's question in a dialog over everything (the alertdialog of ARIA 1.2); answers whether the person agrees. What
 * leaves all as it is has the focus at first, and what had it before gets it back. A `signal` that is aborted takes the question away.
 */
export function agreed(atom, signal) {
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
  const before = document.activeElement;
  return new Promise((answer) => {
    act.addEventListener("click", () => dialog.close("yes"));
    leave.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener("close", () => {
      atom.watchers.delete(fill);
      dialog.remove();
      // The browser gives the focus back by itself; by now the person may have gone on from there.
      if (document.activeElement === document.body) before?.focus?.({ preventScroll: true });
      answer(dialog.returnValue === "yes");
    });
    signal.addEventListener("abort", () => dialog.close());
    document.body.append(dialog);
    dialog.showModal();
    leave.focus();
  });
}
