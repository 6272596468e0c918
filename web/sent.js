import { session } from "./session.js";

const KEY = "valence.sent";
/** Milliseconds for which a request without a response is sent again after a reload. */
const RECENT = 600_000;

let all = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");

function set(records) {
  all = records;
  sessionStorage.setItem(KEY, JSON.stringify(all.filter((each) => !each.isSecret)));
}

const mine = () => all.filter((each) => each.user === session.user && !each.isSecret);

/**
 * The requests of this tab without a response, and the submissions that await a signature. A record
 * has the idempotency key, the request and the submission. Records with secrets are in memory only.
 */
export const sent = {
  get: (key) => all.find((each) => each.key === key),
  /** The person's records for the address of a request. */
  of: (href) => mine().filter((each) => each.href === href),
  /** The person's recent records without a response, which are sent again after a reload. */
  get open() { return mine().filter((each) => !each.submission && Date.now() - each.at < RECENT); },
  put(record) { set([...all.filter(({ key }) => key !== record.key), record]); },
  drop(key) { set(all.filter((each) => each.key !== key)); },
  /** Updates the state of a submission. One that ended without execution can be sent again. */
  settle(submission) {
    const record = submission && all.find((each) => each.submission?.href === submission.href);
    if (!record) return;
    if (submission.signature || ["signed", "executed"].includes(submission.status)) this.put({ ...record, submission });
    else this.drop(record.key);
  },
  /** Drops the records without a submission for an address, because the person left the form. */
  leave(href) { set(all.filter((each) => each.href !== href || each.submission)); },
  forget() { set([]); },
};
