import { element } from "./element.js";
import { NoAnswer, Problem } from "./problem.js";
import { say } from "./texts.js";

const place = () => document.querySelector(".notices");
const standing = new Map();

/** Milliseconds that a spoken text stays: whoever goes through the page later does not find it. */
const HEARD = 5000;
let hearing;

/** Says something to who hears the page. */
export function speak(text) {
  const spoken = document.querySelector(".spoken");
  spoken.textContent = "";
  clearTimeout(hearing);
  requestAnimationFrame(() => { spoken.textContent = text; });
  hearing = setTimeout(() => { spoken.textContent = ""; }, HEARD);
}

/** A note that goes by itself. */
export function passing(text, tone = "plain") {
  const note = element("div", { class: `notice ${tone}`, role: "status" }, element("p", { text }));
  // A polite region is heard when its text comes after it.
  place().append(note);
  setTimeout(() => note.remove(), 6000);
}

/** A note that stands until it is taken away; `act` is what can be done about it. */
export function stand(name, text, { tone = "warning", label, act, links = [] } = {}) {
  fall(name);
  const buttons = [
    act && element("button", { type: "button", class: "text-button", text: label, on: { click: act } }), ...links,
  ].filter(Boolean);
  const note = element(
    "div", { class: `notice ${tone}`, role: "alert", "data-notice": name }, element("p", { text }),
    buttons.length ? element("div", { class: "notice-buttons" }, buttons) : null);
  standing.set(name, note);
  place().append(note);
}

/** Takes a standing note away; answers whether there was one. */
export function fall(name) {
  const note = standing.get(name);
  note?.remove();
  return standing.delete(name);
}

/** Tells that something could not be asked, and offers to ask again. */
export function troubled(fault, again) {
  if (fault instanceof Problem && fault.isHandled) return;
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
  return parts.map((part) => part.replace(/[.]$/, ""));
}
