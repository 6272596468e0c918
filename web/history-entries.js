import { addressOf } from "./address.js";
import { hasEntries } from "./entries.js";

/** The members of a row that a receipt needs. */
const kernelOf = (row) => row?.createdAt && { id: row.id, createdAt: row.createdAt };

/**
 * The arguments of a history entry: the layers with their addresses, and the server address of the
 * page; undefined without a session.
 * @returns {[any, string | null | undefined]}
 */
export function kept(navigation) {
  const stack = navigation.layers.map(({ view, how, index }) => ({
    href: addressOf(view), transition: how, index, place: view.tree && !view.isLogin ? view.tree.place : undefined,
    row: kernelOf(view.source?.row),
  }));
  const { isOpen, user } = navigation.app.session;
  return [
    { depth: navigation.layers.length - 1, index: navigation.index, user, stack: isOpen ? stack : [] },
    isOpen ? stack.findLast(({ href }) => href)?.href ?? null : undefined,
  ];
}

/** Shows the layers of the history entry that the browser has moved to. */
export function popped(navigation, state) {
  if (!navigation.layers.length) return;
  const { app } = navigation;
  // An address that the person typed starts anew, in its own entry.
  if (!state) navigation.layers[0].index = navigation.index + 1;
  const { depth = 0, index = navigation.index + 1 } = state ?? {};
  const { awaited } = navigation;
  const leaving = navigation.index - index;
  if (!leaving) return;
  /** @type {NodeListOf<HTMLDialogElement>} */
  const sheets = app.place.querySelectorAll("dialog.sheet[open], dialog.question[open]");
  const sheet = leaving > 0 && !awaited && [...sheets].at(-1);
  const isLosing = state && !awaited && navigation.layers.slice(depth + 1).some((layer) => hasEntries(layer.view));
  if (sheet || isLosing || depth > navigation.layers.length - 1) {
    // The browser has already moved: undo that. Close an open sheet, ask before entries are left,
    // or stay, because a page that was left cannot be shown again.
    navigation.history.go(leaving);
    if (sheet) sheet.close();
    else if (isLosing) leaveAfterAsking(navigation, navigation.layers.length - 1 - depth, index);
    return;
  }
  navigation.awaited = null;
  navigation.index = index;
  if (!awaited) app.notices.clear();
  navigation.tellWords();
  const left = [];
  while (navigation.layers.length - 1 > depth) {
    const layer = navigation.layers.pop();
    if (awaited?.isLeaving !== false) navigation.leave(layer.view);
    layer.remove();
    layer.reveal(navigation.top);
    left.push(layer);
  }
  navigation.arrange();
  if (!awaited && state?.user === app.session.user && navigation.top.view.showTab?.(state.stack?.at(-1)?.href)) {
    navigation.retitle(navigation.top.view);
    if (!left.length) navigation.top.heading.focus();
  }
  if (left.length) revealed(navigation, left, Boolean(awaited));
  awaited?.();
}

async function leaveAfterAsking(navigation, count, index) {
  if (!(await navigation.mayLeave(count))) return;
  navigation.app.notices.clear();
  await navigation.goTo(index);
  revealed(navigation, [], false);
}

function revealed(navigation, left, isAwaited) {
  const { view } = navigation.top;
  if (view.isStale) {
    view.isStale = false;
    view.redraw().then(() => (view.tree && !isAwaited ? view.refresh({ isBack: true }) : null)).catch((fault) =>
      navigation.app.notices.troubled(fault));
  } else if (!isAwaited) view.refresh({ isBack: true });
}
