import { element } from "./element.js";
import { moment } from "./format.js";
import { session } from "./session.js";
import { say } from "./texts.js";

/** The moment with the offset of its time zone: paper is read in other zones. */
const momentOnPaper = (text) => [moment(text), ...new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(new Date(text))
  .filter(({ type }) => type === "timeZoneName").map(({ value }) => value)].join(" ");

/**
 * Draws the lines of a receipt for paper alone: the bank, the person, the time and the number of the `submission`. For a page that was opened by its
 * address the submission is missing; its leads may have the number.
 */
export function drawReceipt({ result, actions = [] }, submission = {}) {
  const number = submission.id ?? actions.find(({ body }) => body?.submission)?.body.submission;
  const lines = {
    bank: document.querySelector(".brand span")?.textContent, [result.amount ? "payer" : "client"]: session.name,
    sentAt: submission.createdAt && momentOnPaper(submission.createdAt), reference: number,
  };
  return element("dl", { class: "receipt" }, Object.entries(lines).filter(([, text]) => text).map(([name, text]) => element(
    "div", { "data-line": name }, element("dt", { class: "pair-name", text: say(name) }), element("dd", { class: "pair-value", text }))));
}
