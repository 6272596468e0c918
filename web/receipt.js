import { element } from "./element.js";
import { moment } from "./client/format.js";
import { shownOf } from "./shown.js";
import { say } from "./texts.js";

/** The UTC offset of a moment, because paper is read in other time zones. */
const zoneOf = (text) => new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(
  new Date(text)).find(({ type }) => type === "timeZoneName").value;

/**
 * Draws the lines of a receipt: the time and the number; on paper also the bank, the operation and
 * the person. If an older server omits the time and the number in `result`, uses `submission`, and
 * the actions for the number. Without a text of the time, formats it in the time zone of the
 * device.
 */
export function drawReceipt({ result, actions = [] }, /** @type {any} */ submission = {}, app) {
  /** @type {any} */
  const known = { ...submission, ...result };
  const { id, createdAt, created, zone } = known;
  const lines = {
    bank: app.page.brand, operation: result.amount && result.to && result.about,
    [result.amount ? "payer" : "client"]: app.session.name,
    sentAt: createdAt && [
      created ? shownOf(created) : element("time", { datetime: createdAt, text: moment(createdAt) }),
      element("span", { class: "zone", text: ` ${zone ?? zoneOf(createdAt)}` }),
    ],
    reference: id ?? actions.find(({ body }) => body?.submission)?.body.submission,
  };
  return element("dl", { class: "receipt" },
    Object.entries(lines).filter(([, content]) => content).map(([name, content]) =>
      element("div", { "data-line": name }, element("dt", { class: "pair-name", text: say(name) }),
        element("dd", { class: "pair-value" }, content))));
}
