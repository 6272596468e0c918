import { isTree } from "./documents.js";
import { isolated, say, sayUnknown } from "./texts.js";

/**
 * Returns the page that replaces a `found` problem, a document that cannot be drawn, or a tree with
 * an unknown option in the query of its address. Returns any other tree unchanged. A reload
 * requests `self`.
 */
export function pageOf(found, lead, self = lead) {
  if (found.isLocked) return lockedOf(found, self);
  if (found.isPage) return missing(found, found.name === "not-found" && sayUnknown(lead.href.split(/[/?]/)[1]), self);
  if (!isTree(found)) return missing({}, sayUnknown("screens"), self);
  const query = new URLSearchParams(lead.href.split("?")[1]);
  const lost = found.atoms.find(({ id, value, options }) =>
    options && query.has(id) && value !== null
      && ![value].flat().every((one) => options.some((each) => each.value === one)));
  if (!lost) return found;
  const words = sayUnknown(`${lost.id}s`);
  return missing({ detail: words ? "" : lost.caption }, words ?? say("noOption"), self);
}

/** The page for an unknown record or parameter: the missing object and the texts of the server. */
function missing(/** @type {any} */ { title, detail, errors = [] }, words, self) {
  const [first, ...rest] = [detail?.replaceAll("`", ""), words && title, say("missingText")].filter(Boolean);
  const next = errors.map(({ atom, message }) => `${isolated(atom)}: ${message}`);
  return {
    operation: "missing", isMissing: true, title: words || title, self, atoms: [],
    result: { tone: "warning", title: first, text: rest.join(". "), next },
  };
}

/**
 * The page for locked signing: the cause, and the bank's telephone number if the problem has it. A
 * reload requests `self`, the address of the signature.
 */
export function lockedOf({ title, body: { phone } }, self) {
  const text = phone ? say("lockedPhone", { phone }) : say("lockedText");
  return { operation: "locked", title, self, atoms: [], result: { tone: "danger", title: say("locked"), text } };
}
