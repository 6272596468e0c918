import { agreedTo } from "./asking.js";
import { isScreen, isTree } from "./client/documents.js";
import { describe } from "./notices.js";
import { askedText } from "./text-question.js";

/**
 * Carries out a server action that `button` offers. Asks for the required text and confirmation,
 * sends the action's body, and shows the response. Calls `done` after a response without a page and
 * after an error. The button is busy but not disabled, so it keeps the focus.
 */
export async function carryOut(action, button, /** @type {{ navigation: any, done?: () => any, message?: string }} */ {
  navigation, done, message,
}) {
  const { title, confirm, tone, ask: question } = action;
  const { app } = navigation;
  const { notices } = app;
  let { body } = action;
  if (question) {
    const text = await askedText({ title, ...question }, app);
    if (text === null) return;
    body = { ...body, [question.member]: text };
  }
  if (confirm && !(await agreedTo(confirm, { app, caption: title, tone }))) return;
  notices.fall("send");
  button.ariaBusy = "true";
  try {
    const asked = app.ask(action, { body });
    const answer = await (navigation.progress?.during(asked) ?? asked);
    if (isTree(answer) || isScreen(answer) || answer?.next) {
      return void await navigation.show(answer, { source: action });
    }
    const told = answer?.message ?? message;
    if (told) notices.passing(told, "success");
    await done?.();
  } catch (fault) {
    if (fault.isHandled) return;
    notices.stand("send", describe(fault), { tone: "error" });
    await done?.();
  } finally {
    button.ariaBusy = null;
  }
}
