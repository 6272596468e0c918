/** @typedef {{ kind: string, container?: string }} Transition How a document is shown. */

/**
 * Returns the name of a document: its `document`. The members identify a page of this client, and a
 * document of a server that sends no name.
 * @param {any} found
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

/**
 * True for a form to draw.
 * @param {any} found
 */
export const isTree = (found) => nameOf(found) === "tree";

/**
 * True for a screen to draw.
 * @param {any} found
 */
export const isScreen = (found) => nameOf(found) === "screen";

/**
 * True for a return to the previous page.
 * @param {any} found
 */
export const isBack = (found) => nameOf(found) === "back";

/** The transitions of the protocol. An unknown one is `push`. */
const TRANSITIONS = ["push", "present", "cover", "embed", "window", "back"];

/**
 * Returns the kind of transition with which a document is shown.
 * @param {any} found
 */
export function transitionOf(found) {
  const kind = found?.transition?.kind;
  return TRANSITIONS.includes(kind) ? kind : "push";
}

/**
 * True for an address of the server itself. Others are opened outside, without the token.
 * @param {string} href
 */
export const isOwn = (href) => /^\/(?![/\\])/.test(href);
