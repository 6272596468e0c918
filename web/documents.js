/**
 * Returns the name of a document: its `document`. The members identify a page of this client, and a
 * document of a server that sends no name.
 */
export function nameOf(found) {
  if (typeof found?.document === "string") return found.document;
  if (found?.atoms) return "tree";
  if (found?.modules) return "screen";
  if (found?.data) return "list";
  if (found?.session) return "session";
  if (found?.submission) return "progress";
  if (found?.transition?.kind === "back") return "back";
  return found?.href ? "lead" : undefined;
}

/** True for a form to draw. */
export const isTree = (found) => nameOf(found) === "tree";

/** True for a screen to draw. */
export const isScreen = (found) => nameOf(found) === "screen";

/** True for a return to the previous page. */
export const isBack = (found) => nameOf(found) === "back";
