import { element } from "./element.js";
import { NoAnswer, Problem } from "./problem.js";
import { say } from "./texts.js";

const place = () => document.querySelector(".notices");
const standing = new Map();
/** The note that goes by itself, and when. */
let brief, timer;

/** Milliseconds that a spoken text stays: whoever goes through the page later does not find it. */
const HEARD = 5000;
let hearing;
/** The live region. It is out of the page for a moment when a dialog is removed, and is found once. */
let spoken;

/** Says something to who hears the page. */
export function speak(text) {
  spoken ??= document.querySelector(".spoken");
  spoken.textContent = "";
  clearTimeout(hearing);
  requestAnimationFrame(() => { spoken.textContent = text; });
  hearing = setTimeout(() => { spoken.textContent = ""; }, HEARD);
}

/** Shows one note at a time: the newest error, else what goes by itself, else the newest of the others. */
function arrange() {
  const all = [...standing.values()];
  const note = all.findLast((each) => each.matches(".error")) ?? brief ?? all.at(-1);
  if (!note) place().replaceChildren();
  else if (!note.isConnected) place().replaceChildren(note);
}

const drawn = (text, tone, attributes, end, buttons = []) => element("div", { class: `notice ${tone}`, ...attributes }, element("p", { text }),
  element("button", { type: "button", class: "icon-button", "aria-label": say("close"), text: "×", on: { click: end } }),
  buttons.length ? element("div", { class: "notice-buttons" }, buttons) : null);

function endBrief() {
  brief = null;
  arrange();
}

/** A note that goes by itself. */
export function passing(text, tone = "plain") {
  brief = drawn(text, tone, { role: "status" }, endBrief);
  clearTimeout(timer);
  timer = setTimeout(endBrief, 6000);
  arrange();
}

/** A note that stands until it is taken away; `act` is what can be done about it. */
export function stand(name, text, { tone = "warning", label, act, links = [] } = {}) {
  const buttons = [
    act && element("button", { type: "button", class: "text-button", text: label, on: { click: act } }), ...links,
  ].filter(Boolean);
  standing.delete(name);
  standing.set(name, drawn(text, tone, { role: "alert", "data-notice": name }, () => fall(name), buttons));
  arrange();
}

/** Takes a standing note away; answers whether there was one. */
export function fall(name) {
  const was = standing.delete(name);
  arrange();
  return was;
}

/** Takes all notes away: they were of a page that is left. */
export function clear() {
  standing.clear();
  endBrief();
}

/** Tells that something could not be asked, and offers to ask again. */
export function troubled(fault, again) {
  if (fault.isHandled) return;
  const known = fault instanceof Problem || fault instanceof NoAnswer;
  if (!known) console.error(fault);
  const act = () => { fall("trouble"); again(); };
  stand("trouble", describe(fault), { tone: "error", label: say("retry"), act: again && act });
}

/** The text on a fault for people. */
export const describe = (fault) => sentences(fault).join(". ");

/** The sentences on a fault for people, its title first. */
export function sentences(fault) {
  if (!(fault instanceof Problem)) return [say("unreachable")];
  const parts = [fault.title];
  if (fault.detail) parts.push(fault.detail);
  if (Number.isInteger(fault.body.attemptsLeft)) parts.push(say("attempts", { count: fault.body.attemptsLeft }));
  if (fault.retryAfter) parts.push(say("wait", { seconds: fault.retryAfter }));
  if (fault.status >= 500 && fault.body.requestId) parts.push(`${say("request")}: ${fault.body.requestId}`);
  return [...new Set(parts.map((part) => part.replace(/[.]$/, "")))];
}
