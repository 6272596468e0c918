import { act, answered, newTap } from "./answers.js";
import { placeOf } from "./client/tree.js";
import { say } from "./texts.js";
import { actionsOf } from "./views.js";

/**
 * Restores the layers of a reloaded page or the address of a new one, and the forms that were
 * left open.
 */
export async function comeBack(navigation, state, address) {
  const stack = state?.user === navigation.app.session.user && state?.stack?.length ? state.stack : null;
  await resume(navigation, { stack: stack ?? (address ? [{}, { href: address }] : []), isReload: Boolean(stack) });
}

/** Shows layers again from the second on. Returns the stored forms that are not among them. */
async function restore(navigation, stack, kept, isReload) {
  const rest = new Set(kept);
  const [root, ...others] = stack;
  navigation.isComingBack = isReload;
  navigation.isRestoring = true;
  try {
    if (isReload) navigation.top.index = root.index ?? 0;
    if (root?.href) navigation.top.view.chooseAddress?.(root.href);
    for (const { href, transition, place, index, row } of others) {
      navigation.restored = index;
      const form = place && [...rest].find(({ answer }) => placeOf(answer) === place);
      if (!href && !form) break;
      if (!form && navigation.top.view.chooseAddress?.(href)) continue;
      const before = navigation.top;
      await navigation.show(form?.answer ?? await navigation.progress.during(navigation.drawn({ href }, true)), {
        transition, source: { href, row },
      });
      if (navigation.top === before) break;
      if (form?.values) navigation.top.view.fill?.(form.values);
      rest.delete(form);
    }
  } catch (fault) {
    if (fault.isHandled) throw fault;
    if (fault.next) await navigation.show(fault.next);
    else navigation.app.notices.troubled(fault);
  } finally {
    navigation.isComingBack = navigation.isRestoring = false;
    navigation.remember();
  }
  return [...rest];
}

/** Opens the forms that this person left open. */
async function resume(navigation, { stack = [], isReload = false } = {}) {
  const { keeping, notices } = navigation.app;
  try {
    const { drawn, missing } = await keeping.open();
    const rest = await restore(navigation, stack, drawn, isReload);
    for (const { answer, values } of rest) {
      await navigation.show(answer, { source: answer.flow ?? { href: answer.draft?.href } });
      if (values) navigation.top.view.fill?.(values);
    }
    if (drawn.length) notices.passing(say("draftReturned"), "success");
    await sendAgain(navigation);
    for (const title of missing) {
      notices.stand("missing", say("formMissing", { title }), {
        label: say("retry"), act: () => { notices.fall("missing"); resume(navigation); },
      });
    }
  } catch (fault) {
    notices.troubled(fault, () => resume(navigation));
  }
}

/**
 * Resumes the requests that an earlier page sent from the shown views. Unanswered ones are sent
 * again with their keys.
 */
export async function sendAgain(navigation) {
  const { app } = navigation;
  const views = navigation.layers.flatMap(({ view }) => (view.drawn ? [view, ...view.forms] : [view]));
  for (const view of views) view.recall?.();
  for (const record of app.sent.open) {
    const view = views.find((each) => actionsOf(each).some(({ href }) => href === record.href));
    const action = view && actionsOf(view).find(({ href }) => href === record.href);
    if (view?.recall) await view.submitAgain(record);
    else if (view) {
      view.taps = new Map([[action.name, Object.assign(newTap(app), { key: record.key })]]);
      await act(navigation, view, action);
    } else {
      try {
        await answered(navigation, null, await navigation.progress.during(newTap(app).sendAgain(record)));
      } catch (fault) {
        app.notices.troubled(fault, () => sendAgain(navigation));
      }
    }
  }
}
