import { session } from "./session.js";

const KEY = "valence.sent";
/** Milliseconds within which a request without an answer is sent again after a reload. */
const RECENT = 600_000;

let all = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");

function set(records) {
  all = records;
  sessionStorage.setItem(KEY, JSON.stringify(all.filter((each) => !each.isSecret)));
}

const mine = () => all.filter((each) => each.user === session.user && !each.isSecret);

/**
 * The unanswered taps of this tab, and the submissions that await a signature: a record of each by its
 * idempotency key, with the request and the submission. Records with secrets are kept in memory alone.
 */
export const sent = {
  get: (key) => all.find((each) => each.key === key),
  /** The records of the person for the address of a request. */
  of: (href) => mine().filter((each) => each.href === href),
  /** The unanswered records of the person, which are sent again after a reload. */
  get open() { return mine().filter((each) => !each.submission && Date.now() - each.at < RECENT); },
  put(record) { set([...all.filter(({ key }) => key !== record.key), record]); },
  drop(key) { set(all.filter((each) => each.key !== key)); },
  /** Takes the present state of a submission. One that has ended without being carried out may be sent again. */
  settle(submission) {
    const record = submission && all.find((each) => each.submission?.href === submission.href);
    if (!record) return;
    if (submission.signature || ["signed", "executed"].includes(submission.status)) this.put({ ...record, submission });
    else this.drop(record.key);
  },
  /** Drops the records without an answer for an address: the person has left the form. */
  leave(href) { set(all.filter((each) => each.href !== href || each.submission)); },
  forget() { set([]); },
};
