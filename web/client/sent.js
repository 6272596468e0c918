/** Milliseconds for which a request without a response is sent again after a restart. */
const RECENT = 600_000;
/** The states of submissions that ended without execution. They can be sent again. */
const ENDED = ["rejected", "cancelled", "expired"];

/**
 * The place where an app keeps texts, such as `sessionStorage`.
 * @typedef {{ getItem(name: string): string | null, setItem(name: string, text: string): void }} Store
 */

/**
 * The requests of a client that have no response or were refused, and the submissions of open
 * forms. A record has the idempotency key, the request and the submission. Refused requests and
 * those with secrets are in memory only.
 */
export class Sent {
  /** @type {any[]} */
  #all;

  constructor(
    /** @type {Store} */ store, /** @type {import("./connection.js").Session} */ session, name = "valence.sent",
  ) {
    this.store = store;
    this.session = session;
    this.name = name;
    this.#all = JSON.parse(store.getItem(name) ?? "[]");
  }

  #set(/** @type {any[]} */ records) {
    this.#all = records;
    this.store.setItem(this.name, JSON.stringify(records.filter((each) => !each.isSecret && !each.isRefused)));
  }

  #mine() {
    const { user } = this.session;
    return this.#all.filter((each) => each.user === user && !each.isSecret && !each.isRefused);
  }

  get(/** @type {any} */ key) { return this.#all.find((each) => each.key === key); }
  /** The person's records for the address of a request. */
  of(/** @type {any} */ href) { return this.#mine().filter((each) => each.href === href); }
  /** The person's recent records without a response, which are sent again after a restart. */
  get open() { return this.#mine().filter((each) => !each.submission && Date.now() - each.at < RECENT); }
  put(/** @type {any} */ record) { this.#set([...this.#all.filter(({ key }) => key !== record.key), record]); }
  drop(/** @type {any} */ key) { this.#set(this.#all.filter((each) => each.key !== key)); }
  /** Records the response to a request: with a submission the record stays. */
  answered(/** @type {any} */ record, /** @type {any} */ submission) {
    if (!submission) return this.drop(record.key);
    this.put({ ...record, submission });
    this.settle(submission);
  }
  /** Updates the state of a submission. One that ended without execution can be sent again. */
  settle(/** @type {any} */ submission) {
    const record = submission && this.#all.find((each) => each.submission?.href === submission.href);
    if (!record) return;
    if (submission.status && !ENDED.includes(submission.status)) this.put({ ...record, submission });
    else this.drop(record.key);
  }
  /** Drops the records without a submission for an address, because the person left the form. */
  leave(/** @type {any} */ href) { this.#set(this.#all.filter((each) => each.href !== href || each.submission)); }
  forget() { this.#set([]); }
}
