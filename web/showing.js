import { step } from "./answers.js";
import { applyAppearance } from "./appearance.js";
import { isBack, isScreen, isTree } from "./client/documents.js";
import { loadForms, pageOf } from "./forms.js";
import { Layer } from "./layer.js";
import { NoAnswer } from "./client/problem.js";
import { flowOf } from "./views.js";

/** True for an atom that needs only the first styles of forms, such as the atoms of a login. */
const isPlain = ({ kind, type }) => ["button", "link", "text"].includes(kind)
  || (kind === "textInput" && (!type || type === "password"));

/** Shows the document of a lead, or why it cannot be shown. */
export async function go(navigation, lead, /** @type {any} */ { over = 0, isLink, ...options } = {}) {
  const { notices } = navigation.app;
  try {
    const answer = await navigation.progress.during(drawn(navigation, lead, isLink));
    notices.fall("trouble");
    if (over) await navigation.uncover(over);
    await show(navigation, answer, { transition: lead.transition, source: lead, ...options });
  } catch (fault) {
    if (fault.next && !fault.isHandled) {
      await show(navigation, fault.next);
      notices.passing(fault.title);
    } else {
      notices.troubled(fault,
        fault instanceof NoAnswer || fault.isPassing ? () => go(navigation, lead, { over, isLink, ...options }) : null);
    }
  }
}

/**
 * Requests the document of a lead. Locked signing and an unknown record are returned as pages;
 * for a link or an address, an unknown option too.
 */
export async function drawn(navigation, lead, isLink) {
  const found = await navigation.app.ask(lead, { body: lead.body }).catch((fault) => {
    if (!fault.isPage) throw fault;
    return fault;
  });
  if (isScreen(found) || found?.next || !(isLink || found?.isPage)) return found;
  await loadForms(navigation.app, found?.isPage || navigation.app.session.isOpen);
  return pageOf(found ?? {}, lead);
}

/** Shows a tree or a screen, follows a lead, or goes back. */
export async function show(navigation, drawn, /** @type {any} */ { transition, source, root = false, chain = 0 } = {}) {
  const { app } = navigation;
  const [isForm, isPage] = [isTree(drawn), isTree(drawn) || isScreen(drawn)];
  if (drawn.next && !isPage) {
    await show(navigation, drawn.next, { transition, source, root, chain });
    if (drawn.carried) navigation.top.view.noteCarried?.(drawn.carried);
    return;
  }
  if (drawn.isMissing) {
    transition = {};
    if (root) {
      await navigation.begin(null);
      root = false;
    }
  }
  const how = transition ?? drawn.transition ?? {};
  if (!isPage && (isBack(drawn) || how.kind === "back")) {
    if (drawn.message) app.notices.passing(drawn.message, "success");
    await navigation.rewind(1);
    return navigation.top?.view.refresh();
  }
  if (!isPage) {
    if (drawn.href) await go(navigation, { ...drawn, transition: transition ?? drawn.transition }, { root, chain });
    if (drawn.message) app.notices.passing(drawn.message, "success");
    return;
  }
  const { top } = navigation;
  if (drawn.flow && !root && top && flowOf(top.view) === drawn.flow.id) return step(navigation, top, drawn);
  if (isForm || !root) {
    await loadForms(app, !root || app.session.isOpen || !drawn.atoms.every(isPlain));
  }
  const view = navigation.view(drawn, { source });
  const mayFocus = app.page.mayFocus(app.place);
  const begins = root || how.kind === "window" || !navigation.layers.length;
  if (begins) await begun(navigation, view, how);
  else if (how.kind === "embed" && navigation.container(how.container)) {
    navigation.push(Layer.embedded(view, how, navigation.container(how.container)), chain);
  }
  else navigation.push(Layer.of(view, how, () => navigation.back()), chain);
  applyAppearance(navigation.top, how);
  if (begins && mayFocus) await navigation.enterFirst(navigation.top);
  app.report("document", { document: isForm ? "tree" : "screen", operation: drawn.operation, title: view.title });
  if (drawn.dropped || drawn.doubtful) navigation.top.view.noteCarried?.(drawn);
  if (drawn.open) await go(navigation, drawn.open, { isLink: true });
}

/** Replaces all layers by a new root. */
async function begun(navigation, view, how) {
  const { app } = navigation;
  app.notices.clear();
  // Forms whose session has ended are not left, because they are restored after the login.
  await navigation.rewind(navigation.layers.length - 1, { isLeaving: app.session.isOpen });
  // Remove the history entries of the previous root's tabs.
  if (navigation.layers[0]?.index < navigation.index) await navigation.goTo(navigation.layers[0].index);
  navigation.layers.pop()?.remove();
  const layer = Layer.root(view, how);
  layer.index = navigation.index;
  navigation.layers.push(layer);
  navigation.stage.append(layer.element);
  navigation.arrange();
  navigation.remember();
  layer.entitle();
}
