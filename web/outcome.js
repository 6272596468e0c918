import "./texts-of-outcomes.js";
import { carryOut } from "./action.js";
import { element, freshId } from "./element.js";
import { icon } from "./icon.js";
import { contentOf } from "./shown.js";
import { isolated, say } from "./texts.js";

export { drawReceipt } from "./receipt.js";

/**
 * The strokes of the signs by tone, and of the states whose sign differs from the sign of their
 * tone.
 */
const CROSS = "M7 7l10 10M17 7L7 17";
const SIGNS = {
  success: "M5 12.5l4.5 4.5L19 7.5", danger: CROSS, warning: "M12 6v7M12 17.5v.01",
  neutral: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5V12l3 2", cancelled: CROSS, expired: CROSS,
};

/** The strokes of the icons of actions by name. `other` is for all other names. */
const STROKES = {
  repeat: "M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4.5v4h-4M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 19.5v-4h4",
  saveTemplate: "M6.5 4h11A1.5 1.5 0 0 1 19 5.5V20l-7-4-7 4V5.5A1.5 1.5 0 0 1 6.5 4M9 9h6",
  receipt: "M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5", other: "M4 12h15M13.5 6.5 19 12l-5.5 5.5",
};

/** The states with their own sentences. */
const STATES = ["awaitingSignature", "signed", "executed", "rejected", "cancelled", "expired"];

/**
 * Draws the outcome of a submission: a sign, a sentence, the payee, the reason and the next steps.
 * With an amount and a payee, the sentence is about the payment, otherwise about a request. For an
 * unknown state it is the server's title.
 */
export function drawOutcome({ result, actions = [] }) {
  const { state, tone, title, about, text = "", amount, to, next = [] } = result;
  const known = ["success", "danger", "warning"].includes(tone) ? tone : "neutral";
  const isPayment = Boolean(amount?.text && to?.text);
  // An operation without an amount that cannot be repeated is a change, such as of a profile.
  const isChange = state === "executed" && !amount && !actions.some(({ name }) => name === "repeat");
  const sentence = STATES.includes(state)
    ? say(`${isPayment ? "sum" : isChange ? "change" : "request"}_${state}`)
    : title ?? "";
  const lead = `${title}: `;
  const reason = text.startsWith(lead)
    ? text[lead.length].toUpperCase() + text.slice(lead.length + 1)
    : text || (isPayment && state === "expired" ? say("request_expired") : "");
  return element("section", { class: `outcome-head ${known}` },
    icon(known === "neutral" && SIGNS[state] || SIGNS[known], "outcome-sign"),
    element("p", { class: "outcome-title hero", id: freshId("outcome") }, sentence,
      isPayment ? [" ", contentOf(amount)] : null),
    isPayment ? element("p", { class: "outcome-to" }, [say(to.role === "account" ? "toAccount" : "toName"), " "],
      element("bdi", {}, contentOf(to)))
      : about ? element("p", { class: "outcome-to about", text: about }) : null,
    amount?.text && !isPayment ? element("p", { class: "outcome-sum hero" }, contentOf(amount)) : null,
    reason ? element("p", { class: "outcome-text", text: reason }) : null,
    next.length
      ? element("ul", { class: "outcome-next" }, next.map((each) => element("li", { text: lineOf(each) })))
      : null);
}

/** A line of the next steps: a text, or a label with a text. */
const lineOf = (each) =>
  (typeof each === "string" ? each : [each.label, each.text ?? each.title].filter(Boolean).map(isolated).join(": "));

/**
 * Draws the actions of an outcome: the button that leaves it, quiet if `isUrgent`, then the
 * server's actions and the receipt with icons.
 */
export function drawOutcomeActions({ result, actions = [], isMissing }, navigation, isUrgent) {
  const tool = (name, text, title, act) => element("button", {
    type: "button", class: "outcome-tool", "aria-label": title === text ? null : title, on: { click: act },
  }, icon(STROKES[name] ?? STROKES.other, "icon"), element("span", { text }));
  const tools = actions.filter((each) => each?.href && each.title).map((action) => tool(
    action.name, action.name === "saveTemplate" ? say("template") : action.title, action.title,
    ({ currentTarget: button }) => button.ariaBusy || carryOut(action, button, { navigation, message: say("kept") })));
  const isReceipt = result.amount && ["signed", "executed"].includes(result.state);
  // Only the whole page can be printed.
  if (result.state && navigation.app.page.print) {
    tools.push(
      tool("receipt", say(isReceipt ? "receipt" : "print"), say(isReceipt ? "printReceipt" : "print"), () =>
        navigation.app.page.print()));
  }
  return [
    element("button", {
      type: "button", class: `button${isUrgent ? " quiet" : ""}`, text: say(isMissing ? "toHome" : "done"),
      on: { click: () => (isMissing ? navigation.home() : navigation.back()) },
    }),
    tools.length ? element("div", { class: "outcome-tools" }, tools) : ""];
}
