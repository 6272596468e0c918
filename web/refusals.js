import { differences } from "./differences.js";
import { isTree } from "./client/documents.js";
import { element } from "./element.js";
import { lockedOf } from "./missing.js";
import { describe, sentences } from "./notices.js";
import { NoAnswer, Problem } from "./client/problem.js";
import { say } from "./texts.js";

/** Shows why a tap failed. */
export function refused(form, fault, again) {
  if (fault.isHandled) return;
  const { notices, sent } = form.app;
  const isUnknown = fault instanceof NoAnswer
    || (fault instanceof Problem && fault.isPassing && fault.status !== 429);
  if (!(fault instanceof Problem) && !(fault instanceof NoAnswer)) console.error(fault);
  if (isUnknown) {
    const text = fault instanceof NoAnswer ? say("unsent") : describe(fault);
    const act = () => { notices.fall("send"); again(); };
    return notices.stand("send", text, { tone: "error", label: say("retry"), act });
  }
  const { next, errors, changes } = fault;
  sent.settle(fault.body?.submission);
  if (fault.isLocked) {
    // A form keeps its entries below the page; the page replaces a signature.
    const { signing, self } = form.tree.head;
    return signing ? form.navigation.put(form, lockedOf(fault, self)) : form.navigation.show(lockedOf(fault));
  }
  if (changes.length && isTree(next) && next.operation === form.tree.head.operation) return tellChanges(form, fault);
  if (next?.flow && form.tree.head.flow) {
    return form.navigation.show(next).then(() => notices.passing(fault.title));
  }
  if (isTree(next) && next.operation !== form.tree.head.operation) {
    // Another document replaces the form, such as the state of the submission.
    notices.passing(describe(fault), "error");
    return form.navigation.put(form, next, fault.body.submission);
  }
  if (isTree(next)) form.replace(next, { isSilent: true });
  if (next && !isTree(next)) form.navigation.show(next);
  // The list of items has changed: evaluate the form to show the current one.
  if (errors.some((error) => error.code === "items")) form.evaluation.everything();
  if (errors.length) return form.blame(errors, fault);
  const links = fault.leads.map((lead) => element("button", {
    type: "button", class: "text-button", text: lead.title,
    on: { click: () => { notices.fall("send"); form.navigation.follow(lead); } },
  }));
  if (!(fault instanceof Problem)) return notices.stand("send", describe(fault), { tone: "error", links });
  const [title, ...rest] = sentences(fault);
  // The remaining attempts are shown next to the codes.
  const isCounted = (text) => Number.isInteger(next?.signing?.attemptsLeft)
    && text === say("attempts", { count: next.signing.attemptsLeft });
  form.faults.tell({ title, text: rest.filter((each) => !isCounted(each)).join(". "), links });
  if (!isTree(next)) return form.faults.focus();
  notices.speak([title, ...rest].join(". "));
  form.focusFirst();
}

/**
 * Draws values that changed since they were shown, and lists them with the earlier ones. The
 * person agrees by sending again.
 */
function tellChanges(form, { title, changes, next }) {
  const before = form.tree;
  form.replace(next, { isSilent: true, hasValues: true });
  form.faults.tell({ title, text: say("changedText"), changes: differences(changes, before, form.tree) });
  form.faults.focus();
}
