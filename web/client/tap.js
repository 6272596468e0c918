import { NoAnswer } from "./problem.js";

/** The number of requests that a tap repeats by itself. */
const REPEATS = 5;
/** Milliseconds before a request is repeated because the first attempt is in progress. */
const UNDER_WAY = 1000;
/** The longest `Retry-After` in seconds for which a person waits without a question. */
const LONGEST = 3;

/** Milliseconds after which a failed request is repeated with its key; null if the person decides. */
function pauseAfter(/** @type {any} */ { isUnderWay, status, retryAfter }) {
  if (isUnderWay) return UNDER_WAY;
  return status === 503 && retryAfter && retryAfter <= LONGEST ? retryAfter * 1000 : null;
}

/**
 * A button of a form with its idempotency key. After a refused or lost request the key stays. It is
 * replaced if the person edits a value after a stored submission, and after the submission has
 * ended without execution.
 */
export class Tap {
  /** @type {string | null} */
  key = null;

  constructor(
    /** @type {import("./connection.js").Connection} */ connection, /** @type {import("./sent.js").Sent} */ sent,
  ) {
    this.connection = connection;
    this.sent = sent;
    this.session = connection.session;
  }

  /** Sends the values. Returns the response, and whether it belongs to an earlier attempt. */
  async send(/** @type {any} */ tree, /** @type {any} */ { id, state: { action } }) {
    const shown = tree.shown?.() ?? {};
    const body = {
      values: tree.values(), version: tree.version, action: id, ...(Object.keys(shown).length ? { shown } : {}),
    };
    let earlier = this.sent.get(this.key);
    const isOther = earlier?.submission && JSON.stringify(earlier.body.values) !== JSON.stringify(body.values);
    if (isOther || earlier?.href !== action.href) earlier = undefined;
    const isRefused = Boolean(earlier?.isRefused);
    const record = (isRefused ? { ...earlier, isRefused: false, body } : earlier) ?? {
      key: crypto.randomUUID(), user: this.session.user, at: Date.now(), method: action.method, href: action.href,
      body, place: tree.place,
      isSecret: !this.session.isOpen || JSON.stringify(tree.values({ secrets: false })) !== JSON.stringify(body.values),
    };
    this.key = record.key;
    this.sent.put(record);
    try {
      const answer = await this.#post(record, record.submission ? record.body : body);
      return { answer, isEarlier: Boolean(record.submission) };
    } catch (/** @type {any} */ fault) {
      // The earlier attempt arrived with its own values: report its outcome.
      if (!fault.isKeyReused || !earlier || isRefused) throw fault;
      return { answer: await this.#post(record, record.body), isEarlier: true };
    }
  }

  /** Sends a record that an earlier run left without a response. */
  sendAgain(/** @type {any} */ record) { return this.#post(record, record.body); }

  async #post(/** @type {any} */ record, /** @type {any} */ body) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await this.connection.ask(record, { body, key: record.key });
        this.sent.answered({ ...record, body }, answer?.submission);
        return answer;
      } catch (/** @type {any} */ fault) {
        const pause = pauseAfter(fault);
        if (pause !== null && attempt < REPEATS) {
          await new Promise((done) => { setTimeout(done, pause); });
          continue;
        }
        const isUnknown = fault.isUnderWay || fault instanceof NoAnswer || fault.status >= 500;
        if (fault.isKeyReused) this.sent.drop(record.key);
        else if (!isUnknown && !record.submission) this.sent.put({ ...record, isRefused: true });
        throw fault;
      }
    }
  }
}
