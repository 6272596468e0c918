import { agreed } from "./asking.js";
import { focusIn } from "./focus.js";
import { agreesToCancel } from "./leaving.js";
import { isolated, say } from "./texts.js";

/** Performs the action of a button or link. */
export async function tapped(form, atom) {
  const { name, method = "GET" } = atom.state.action ?? {};
  if (form.isBusy || form.isAsking) return;
  // Validate only values that are sent.
  const isSent = method !== "GET" && !["back", "cancel"].includes(name);
  if (atom.state.confirm && !(await agrees(form, atom, isSent))) return;
  const { tree } = form;
  if (name === "navigate") await settled(form);
  if (form.tree !== tree) return;
  const { href } = atom.state.action ?? atom.state;
  if (name === "cancel") {
    return cancel(form, href && method !== "GET" ? { method, href } : null, Boolean(atom.state.confirm));
  }
  if (!href) return form.navigation.back();
  // A page without inputs is left together with the pages after it.
  if (method === "GET") {
    return form.navigation.follow({ href, method }, { chain: form.isEntered ? 0 : form.navigation.chainOver(form) });
  }
  await form.submit(atom);
}

/**
 * Asks the question of a button. Evaluates the form first, because the question can contain
 * values. If `isSent`, also validates it; errors are shown instead of the question.
 */
async function agrees(form, atom, isSent) {
  const { tree } = form;
  form.isAsking = true;
  try {
    commitTyping(form);
    await form.evaluation.settled();
    if (isSent && !(await isRight(form))) return false;
    if (form.tree !== tree || !atom.isShown || !atom.isEnabled) return false;
    form.question = new AbortController();
    const { signal } = form.question;
    const isAgreed = await agreed(atom, { app: form.app, signal });
    return isAgreed && form.tree === tree && atom.isShown && atom.isEnabled;
  } finally {
    form.isAsking = false;
  }
}

/**
 * Returns true if the server finds no error. If it does not respond, checks only for unreadable
 * text. Shows the errors.
 */
async function isRight(form) {
  const { tree } = form;
  form.busy(true, { isSpoken: false });
  const isJudged = await form.evaluation.judge();
  form.busy(false);
  if (form.tree !== tree) return false;
  const unreadable = tree.tellUnreadable();
  const wrong = isJudged ? [...tree.all()].filter((each) => tree.isSeen(each) && each.state.error) : unreadable;
  if (wrong.length) form.blame(wrong.map((each) => ({ ...each.state.error, atom: each.path })));
  return !wrong.length;
}

/** Commits text in typing. */
function commitTyping(form) {
  const focused = focusIn(form.element);
  if (form.element.contains(focused) && focused.matches("input, textarea")) focused.blur();
}

/**
 * Leaves the form. With an action, first cancels the submission or deletes the draft, after the
 * person agrees.
 */
async function cancel(form, action, isAgreed) {
  try {
    if (action && !isAgreed && !(await agreesToCancel(action.method, form))) return;
    const answer = action && await form.awaited(form.app.ask(action));
    form.app.sent.settle(answer);
    form.keeping.leave(form.tree);
    // The server reports the cancelled submission and its state.
    form.navigation.back(
      answer?.title && answer.subtitle && `${isolated(answer.title)}: ${isolated(answer.subtitle)}`);
  } catch (fault) {
    form.refused(fault, () => cancel(form, action, true));
  }
}

/** Commits the typing, and waits for the last evaluation. */
async function settled(form) {
  commitTyping(form);
  await form.settled();
}

/** Sends the values of a form to the address of a button, and continues with the response. */
export async function submitted(form, atom) {
  commitTyping(form);
  form.app.notices.fall("send");
  if (!form.faults.isOfFields) form.faults.clear();
  const { tree } = form;
  const unreadable = tree.tellUnreadable();
  if (unreadable.length) return form.blame(unreadable.map((each) => each.state.error));
  form.busy(true);
  const wasLogin = form.isLogin;
  try {
    await settled(form);
    if (form.tree !== tree || !(await form.waiting.allows(atom, tree.values())) || form.tree !== tree) return;
    const { answer, isEarlier } = await form.send(atom);
    form.faults.clear();
    if (answer?.submission || wasLogin) form.keeping.leave(tree);
    form.waiting.keys.add(form.tapOf(atom).key);
    form.evaluation.stop();
    await form.navigation.answered(form, answer);
    if (isEarlier) form.app.notices.passing(say("delivered"), "warning");
  } catch (fault) {
    if (form.tree === tree) form.refused(fault, () => form.tap(atom));
  } finally {
    form.busy(false);
  }
}
