import { element } from "./element.js";
import { NoAnswer, Problem } from "./client/problem.js";
import { say } from "./texts.js";

const place = () => document.querySelector(".notices");
const standing = new Map();
/** The notice that closes by itself, and its timer. */
let brief, timer;

/** Milliseconds for which an announced text stays on the page, so that it is not found later. */
const HEARD = 5000;
let hearing;
/**
 * The live region. It is found once, because it is briefly outside the page when a dialog is
 * removed.
 */
let spoken;

/** Announces a text to screen readers. */
export function speak(text) {
  spoken ??= document.querySelector(".spoken");
  spoken.textContent = "";
  clearTimeout(hearing);
  requestAnimationFrame(() => { spoken.textContent = text; });
  hearing = setTimeout(() => { spoken.textContent = ""; }, HEARD);
}

/** Shows one notice at a time: the newest error, else the temporary one, else the newest other. */
function arrange() {
  const all = [...standing.values()];
  const note = all.findLast((each) => each.matches(".error")) ?? brief ?? all.at(-1);
  if (!note) place().replaceChildren();
  else if (!note.isConnected) place().replaceChildren(note);
}

const drawn = (text, tone, attributes, end, buttons = []) => element("div", { class: `notice ${tone}`, ...attributes },
  element("p", { text }),
  element("button", {
    type: "button", class: "icon-button", "aria-label": say("close"), text: "×", on: { click: end },
  }),
  buttons.length ? element("div", { class: "notice-buttons" }, buttons) : null);

function endBrief() {
  brief = null;
  arrange();
}

/** Shows a notice that closes by itself. */
export function passing(text, tone = "plain") {
  brief = drawn(text, tone, { role: "status" }, endBrief);
  clearTimeout(timer);
  timer = setTimeout(endBrief, 6000);
  arrange();
}

/** @typedef {{ tone?: string, label?: string, act?: () => void, links?: Element[] }} Notice */

/** Shows a notice until it is closed. `act` is the function of its button. */
export function stand(name, text, /** @type {Notice} */ { tone = "warning", label, act, links = [] } = {}) {
  const buttons = [
    act && element("button", { type: "button", class: "text-button", text: label, on: { click: act } }), ...links,
  ].filter(Boolean);
  standing.delete(name);
  standing.set(name, drawn(text, tone, { role: "alert", "data-notice": name }, () => fall(name), buttons));
  arrange();
}

/** Closes a notice. Returns true if it was open. */
export function fall(name) {
  const was = standing.delete(name);
  arrange();
  return was;
}

/** Closes all notices, because their page is left. */
export function clear() {
  standing.clear();
  endBrief();
}

/** Shows that a request failed, and offers to repeat it. */
export function troubled(fault, again) {
  if (fault.isHandled) return;
  const known = fault instanceof Problem || fault instanceof NoAnswer;
  if (!known) console.error(fault);
  const act = () => { fall("trouble"); again(); };
  stand("trouble", describe(fault), { tone: "error", label: say("retry"), act: again && act });
}

/** The text of an error for people. */
export const describe = (fault) => sentences(fault).join(". ");

/** The sentences of an error for people, its title first. */
export function sentences(fault) {
  if (!(fault instanceof Problem)) return [say("unreachable")];
  const parts = [fault.title];
  if (fault.detail) parts.push(fault.detail);
  parts.push(...fault.findings);
  if (Number.isInteger(fault.body.attemptsLeft)) parts.push(say("attempts", { count: fault.body.attemptsLeft }));
  if (fault.retryAfter) parts.push(say("wait", { seconds: fault.retryAfter }));
  if (fault.status >= 500 && fault.body.requestId) parts.push(`${say("request")}: ${fault.body.requestId}`);
  return [...new Set(parts.map((part) => part.replace(/[.]$/, "")))];
}
