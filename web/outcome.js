import { carryOut } from "./action.js";
import { element } from "./element.js";
import { icon } from "./icon.js";
import { contentOf } from "./shown.js";
import { isolated, say } from "./texts.js";

const SIGNS = { success: "M5 12.5l4.5 4.5L19 7.5", danger: "M7 7l10 10M17 7L7 17", warning: "M12 6v7M12 17.5v.01", neutral: "M12 7v5.5l3.5 2" };

/** What became of what was sent: a tick or a cross, the sum, and what comes next. */
export function drawOutcome({ tone, title, about, text, amount, next = [] }) {
  const known = Object.hasOwn(SIGNS, tone) ? tone : "neutral";
  return element("section", { class: `outcome-head ${known}` },
    icon(SIGNS[known], "outcome-sign"),
    element("p", { class: "outcome-title", text: title ?? "" }),
    about ? element("p", { class: "about", text: about }) : null,
    amount?.text ? element("p", { class: "hero" }, contentOf(amount)) : null,
    text ? element("p", { class: "outcome-text", text }) : null,
    next.length ? element("ul", { class: "outcome-next" }, next.map((each) => element("li", { text: lineOf(each) }))) : null);
}

/** A line of what comes next: a text, or a label with a text. */
const lineOf = (each) => (typeof each === "string" ? each : [each.label, each.text ?? each.title].filter(Boolean).map(isolated).join(": "));

/** What can be done with it: the server's leads, then printing, then leaving, which is quiet where something is to be done first. */
export function drawOutcomeActions(actions = [], navigation, { isUrgent = false, isReceipt = true, isMissing = false } = {}) {
  const act = (action) => element("button", {
    type: "button", class: "button quiet", text: action.title, on: { click: ({ currentTarget: button }) => button.ariaBusy || carryOut(action, button, { navigation, message: say("kept") }) },
  });
  return [
    ...actions.filter((each) => each?.href && each.title).map(act),
    isReceipt ? element("button", { type: "button", class: "button quiet", text: say("print"), on: { click: () => window.print() } }) : "",
    element("button", { type: "button", class: `button${isUrgent ? " quiet" : ""}`, text: say(isMissing ? "toHome" : "done"), on: { click: () => (isMissing ? navigation.home() : navigation.back()) } })];
}
