import { isBack, isTree, nameOf } from "./client/documents.js";
import { Tap } from "./client/tap.js";
import { Tree } from "./client/tree.js";
import { loadForms, pageOf } from "./forms.js";
import { describe } from "./notices.js";
import { NoAnswer } from "./client/problem.js";
import { say } from "./texts.js";
import { flowOf } from "./views.js";

/** A new button of a client. */
export const newTap = ({ connection, sent }) => new Tap(connection, sent);

/** Continues after the response to a tap. */
export async function answered(navigation, view, answer) {
  const { app } = navigation;
  if (nameOf(answer) === "session") {
    app.session.open(answer.session);
    navigation.entered();
    await navigation.show(answer.next, { root: true });
    return navigation.returned();
  }
  const { submission } = answer ?? {};
  if (submission) app.report("submitted", { id: submission.id, status: submission.status });
  const next = answer?.next ?? answer;
  if (!next) return navigation.back();
  if (isTree(next)) await loadForms(app);
  const own = navigation.layers.findIndex((layer) => layer.view === view);
  const layer = navigation.layers[own];
  if (next.flow && layer && flowOf(view) === next.flow.id) return step(navigation, layer, next);
  const isOver = !isTree(next) || !new Tree(next).goesOn;
  if (!isOver) return navigation.show(next, { chain: navigation.chainOver(view) });
  // A submission leaves its forms, and the next page replaces them.
  const below = layer ? layer.chain + 1 : 0;
  // Nothing is below the lowest layer. The result replaces it, and the next form begins anew.
  const isLowest = below >= navigation.layers.length;
  await navigation.rewind(below);
  if (isBack(next)) {
    if (next.message) app.notices.passing(next.message, "success");
    return isLowest ? navigation.begin(null) : navigation.top.view.refresh();
  }
  if (!isLowest) navigation.top.view.refresh();
  await navigation.show(next, { root: isLowest, source: { row: answer.submission } });
}

/** Performs the action of a screen's button: continues a flow, or leaves it. */
export async function act(navigation, view, action) {
  const { app } = navigation;
  if (!action.href) return navigation.back();
  view.taps ??= new Map();
  if (!view.taps.has(action.name)) view.taps.set(action.name, newTap(app));
  try {
    const { answer } = await navigation.progress.during(
      view.taps.get(action.name).send({ values: () => ({}) }, { id: action.name, state: { action } }));
    // Only a signature is continued by the next tap. Other actions can be performed again.
    if (!answer?.submission?.signature) view.taps.delete(action.name);
    if (action.method === "DELETE") return navigation.back();
    const layer = navigation.layers.find((each) => each.view === view);
    if (answer.flow && layer) return step(navigation, layer, answer);
    await answered(navigation, view, answer);
  } catch (fault) {
    if (fault.isHandled) return;
    if (fault.isLocked) {
      await loadForms(app);
      return navigation.show(pageOf(fault, action));
    }
    if (fault.next) await navigation.show(fault.next);
    // The fields of a flow are on its earlier steps.
    if (fault.errors?.length) {
      return fault.next && navigation.top.view.blame
        ? navigation.top.view.blame(fault.errors, fault)
        : app.notices.stand("send", describe(fault), { tone: "error" });
    }
    if (fault.next) return app.notices.passing(fault.title);
    app.notices.stand("send", fault instanceof NoAnswer ? say("unsent") : describe(fault), {
      tone: "error", label: say("retry"), act: () => { app.notices.fall("send"); act(navigation, view, action); },
    });
  }
}

/**
 * Sends a scanned code, and shows the response instead of the scan. If this fails, calls
 * `refused` with the reason.
 */
export async function sentScan(navigation, lead, body, refused) {
  try {
    const answer = await navigation.progress.during(navigation.app.ask(lead, { body }));
    await navigation.rewind(1);
    await navigation.show(answer, { transition: lead.transition });
  } catch (fault) {
    if (fault.isHandled) return;
    refused(describe(fault));
  }
}

/**
 * Replaces a view by a tree. Back leads to the same layer as before. A receipt shows parts of
 * `row`.
 */
export function put(navigation, view, drawn, row) {
  const layer = navigation.layers.find((each) => each.view === view);
  if (!layer) return;
  layer.put(navigation.view(drawn, { source: { row } }));
  navigation.arrange();
  navigation.remember();
  layer.enter(null);
}

/** Replaces a step of a flow by the next one. */
export async function step(navigation, layer, next) {
  const { app } = navigation;
  if (isTree(next)) await loadForms(app);
  const view = navigation.view(next, { source: next.flow });
  app.notices.clear();
  navigation.leave(layer.view);
  layer.put(view);
  navigation.arrange();
  navigation.remember();
  layer.enter(null);
}
