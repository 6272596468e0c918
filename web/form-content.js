import { draw } from "./drawers.js";
import { element, freshId, show } from "./element.js";
import { keepingFocus } from "./focus.js";
import { loadOutcomes, outcomeParts } from "./outcome-parts.js";
import { isCode, runs } from "./runs.js";
import { asksForCodes, drawAttempts, drawFolded, drawSigned } from "./signing.js";

/** Draws the tree of a form: its cards, its buttons and, for a result, its outcome. */
export function drawContent(form) {
  const { tree } = form;
  const buttons = tree.atoms.filter((atom) => atom.kind === "button");
  const { result, signing } = tree.head;
  const outcome = result && outcomeParts();
  if (result && !outcome) {
    loadOutcomes().then(() => form.tree === tree && (form.draw(tree), form.navigation.retitle(form)),
      (fault) => form.app.notices.troubled(fault));
  }
  const isSigning = asksForCodes(tree);
  const head = outcome ? outcome.drawOutcome(tree.head) : isSigning ? drawSigned(tree) : null;
  const all = runs(tree.atoms, { isSigning, result, sentTo: signing?.sentTo });
  const drawn = (isFirst) =>
    all.filter((run) => !isSigning || Boolean(run.isFirst) === isFirst).map((run) => drawRun(form, run));
  // An error about a code is next to the codes, which have the focus.
  const fields = element("div", { class: "fields" }, head, outcome?.drawReceipt(tree.head, form.source?.row, form.app),
    isSigning ? form.faults.element : null, drawn(true));
  const isLater = (atom) => isSigning && atom.state.action?.name !== "submit";
  const actionsOf = (atoms, more) =>
    element("div", { class: "actions" }, atoms.map((atom) => draw(atom, form)), more);
  const actions = actionsOf(buttons.filter((atom) => !isLater(atom)),
    outcome ? outcome.drawOutcomeActions(tree.head, form.navigation, buttons.length > 0) : []);
  form.element.classList.toggle("login", form.isLogin);
  form.element.classList.toggle("signing", isSigning);
  form.element.classList.toggle("outcome", !form.goesOn);
  const side = element("div", { class: "side" }, actions);
  show(actions, actions.childElementCount > 0);
  const folded = isSigning
    ? element("div", { class: "fields" }, drawFolded(tree.head, drawn(false)),
      actionsOf(buttons.filter(isLater), []))
    : "";
  // Elements that stay are moved after the place of the focus is known.
  const body = () => element("div", { class: "form-body" }, form.waiting.element,
    isSigning ? null : form.faults.element, fields, side, folded);
  keepingFocus(form.element, () => form.element.replaceChildren(body()));
  // Screen readers announce the signed data with the first code.
  if (isSigning && head) describeCode(form, head);
}

function drawRun(form, run) {
  const drawn = run.atoms.map((atom) => draw(atom, form)).filter(Boolean);
  if (run.name === "whole") return drawn;
  const heading = run.group ? element("h2", { class: "group-title", text: run.group }) : null;
  if (run.name !== "codes") {
    const title = heading ?? (drawn[0]?.localName === "h2" && drawn[0]);
    if (title) title.id ||= freshId("title");
    return element("div", { class: `card ${run.name}`, role: title && "group", "aria-labelledby": title.id }, heading,
      drawn);
  }
  return element("div", { class: "card codes" }, element("div", { class: "code-row" }, drawn),
    drawAttempts(form.tree.head.signing, (lead) => form.resend(lead)));
}

function describeCode(form, head) {
  head.id ||= freshId("signed");
  const code = form.tree.atoms.find(isCode);
  if (!code) return;
  code.about = head.id;
  code.changed();
}
