import { lockedOf } from "./locked.js";
import { isolated, say } from "./texts.js";

/** The words for an unknown record by the first segment of its address. */
const WORDS = {
  accounts: "noAccount", cards: "noCard", deals: "noDeal", flows: "noOperation", operations: "noOperation", screens: "noPage", submissions: "noSubmission", templates: "noTemplate",
};

/**
 * The page in the place of a `found` problem, of a document that cannot be drawn, or of a tree with a value in the query of its address that
 * is none of the options; any other tree as it is. A reload repeats `self`.
 */
export function pageOf(found, { href, method }, self = { href, method }) {
  if (found.isLocked) return lockedOf(found, self);
  if (found.isPage) return missing(found, WORDS[found.name === "not-found" && href.split(/[/?]/)[1]], self);
  if (!found.atoms) return missing({ errors: [] }, "noPage", self);
  const query = new URLSearchParams(href.split("?")[1]);
  const lost = found.atoms.find(({ id, value, options }) => options && query.has(id) && value !== null && !options.some((each) => each.value === value));
  return lost ? missing({ title: say("noOption"), detail: lost.caption, errors: [] }, WORDS[`${lost.id}s`], self) : found;
}

/** The page on something that is unknown: what was sought, what the server says of it, and the way to the first screen. */
function missing({ title, detail, errors }, words, self) {
  const heading = words ? say(words) : title;
  const next = errors.map(({ atom, message }) => `${isolated(atom)}: ${message}`);
  return { operation: "missing", isMissing: true, title: heading, self, atoms: [], result: { tone: "warning", title: detail?.replaceAll("`", "") ?? (words && title), text: say("missingText"), next } };
}
