import { element } from "./element.js";
import { NoAnswer, Problem } from "./client/problem.js";
import { say } from "./texts.js";

/** Milliseconds for which an announced text stays on the page, so that it is not found later. */
const HEARD = 5000;
/** Milliseconds after which a notice closes by itself. */
const BRIEF = 6000;

/** @typedef {{ tone?: string, label?: string, act?: () => void, links?: Element[] }} Notice */

/** The notices of a mounted client, and its live region. */
export class Notices {
  standing = new Map();
  /** The notice that closes by itself. */
  brief = null;
  timer;
  hearing;

  constructor(/** @type {Element} */ floating) {
    this.floating = floating;
    this.place = floating.querySelector(".notices");
    /** The live region, which moves to the uppermost dialog. */
    this.spoken = floating.querySelector(".spoken");
  }

  /** Announces a text to screen readers. */
  speak(text) {
    const { spoken } = this;
    spoken.textContent = "";
    clearTimeout(this.hearing);
    requestAnimationFrame(() => { spoken.textContent = text; });
    this.hearing = setTimeout(() => { spoken.textContent = ""; }, HEARD);
  }

  /** Shows one notice at a time: the newest error, else the temporary one, else the newest other. */
  arrange() {
    const all = [...this.standing.values()];
    const note = all.findLast((each) => each.matches(".error")) ?? this.brief ?? all.at(-1);
    if (!note) this.place.replaceChildren();
    else if (!note.isConnected) this.place.replaceChildren(note);
  }

  endBrief() {
    this.brief = null;
    this.arrange();
  }

  /** Shows a notice that closes by itself. */
  passing(text, tone = "plain") {
    this.brief = drawn(text, tone, { role: "status" }, () => this.endBrief());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.endBrief(), BRIEF);
    this.arrange();
  }

  /** Shows a notice until it is closed. `act` is the function of its button. */
  stand(name, text, /** @type {Notice} */ { tone = "warning", label, act, links = [] } = {}) {
    const buttons = [
      act && element("button", { type: "button", class: "text-button", text: label, on: { click: act } }), ...links,
    ].filter(Boolean);
    this.standing.delete(name);
    const end = () => this.fall(name);
    this.standing.set(name, drawn(text, tone, { role: "alert", "data-notice": name }, end, buttons));
    this.arrange();
  }

  /** Closes a notice. Returns true if it was open. */
  fall(name) {
    const was = this.standing.delete(name);
    this.arrange();
    return was;
  }

  /** Closes all notices, because their page is left. */
  clear() {
    this.standing.clear();
    this.endBrief();
  }

  /** Shows that a request failed, and offers to repeat it. */
  troubled(fault, /** @type {(() => any) | null} */ again = null) {
    if (fault.isHandled) return;
    const known = fault instanceof Problem || fault instanceof NoAnswer;
    if (!known) console.error(fault);
    const act = () => { this.fall("trouble"); again?.(); };
    const label = say("retry");
    this.stand("trouble", describe(fault), { tone: "error", label, act: again ? act : undefined });
  }
}

const drawn = (text, tone, attributes, end, buttons = []) => element("div", { class: `notice ${tone}`, ...attributes },
  element("p", { text }),
  element("button", {
    type: "button", class: "icon-button", "aria-label": say("close"), text: "×", on: { click: end },
  }),
  buttons.length ? element("div", { class: "notice-buttons" }, buttons) : null);

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
