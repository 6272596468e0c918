/** A client of the Valence protocol without a user interface. README.md describes its parts. */
export { ALWAYS, Connection } from "./connection.js";
export { isBack, isOwn, isScreen, isTree, nameOf, transitionOf } from "./documents.js";
export { Drafts } from "./drafts.js";
export { Evaluation } from "./evaluation.js";
export { Events } from "./events.js";
export { FormSession } from "./form-session.js";
export { language, setLanguage } from "./language.js";
export { Options } from "./options.js";
export { renewedPages, soughtPages } from "./pages.js";
export { NoAnswer, Problem } from "./problem.js";
export { Sent } from "./sent.js";
export { Tap } from "./tap.js";
export { TokenSession } from "./token-session.js";
export { expand, expandBody } from "./template.js";
export { Tree } from "./tree.js";

export { editedAmount, typedAmount } from "./amounts.js";
export { pointed, readDay } from "./days.js";
export { accountNumber, day, decimal, moment, money } from "./format.js";
export { groupsOf } from "./groups.js";
export { isolated } from "./isolated.js";
export { edited as editedMask, shown as shownMask } from "./masks.js";
export { pastedDecimal, readDecimal } from "./numbers.js";
export { plain } from "./plain.js";
export { readTime } from "./times.js";
