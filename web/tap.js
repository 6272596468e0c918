import { placeOf } from "./keeping.js";
import { NoAnswer } from "./problem.js";
import { sent } from "./sent.js";
import { session } from "./session.js";
import { ask } from "./transport.js";

/**
 * A button of a form with its idempotency key. The key is the same until the server has responded;
 * for a submission awaiting its signature, until the person changes a value.
 */
export class Tap {
  key = null;

  /** Sends the values. Returns the response, and whether it belongs to an earlier attempt. */
  async send(tree, { id, state: { action } }) {
    const shown = tree.shown?.() ?? {};
    const body = {
      values: tree.values(), version: tree.version, action: id, ...(Object.keys(shown).length ? { shown } : {}),
    };
    let earlier = sent.get(this.key);
    const isOther = earlier?.submission && JSON.stringify(earlier.body.values) !== JSON.stringify(body.values);
    if (isOther || earlier?.href !== action.href) earlier = undefined;
    const record = earlier ?? {
      key: crypto.randomUUID(), user: session.user, at: Date.now(), method: action.method, href: action.href, body,
      place: tree.head && placeOf(tree),
      isSecret: !session.isOpen || JSON.stringify(tree.values({ secrets: false })) !== JSON.stringify(body.values),
    };
    this.key = record.key;
    sent.put(record);
    try {
      const answer = await this.#post(record, record.submission ? record.body : body);
      return { answer, isEarlier: Boolean(record.submission) };
    } catch (fault) {
      // The earlier attempt arrived with its own values: report its outcome.
      if (fault.isKeyReused && earlier) return { answer: await this.#post(record, record.body), isEarlier: true };
      throw fault;
    }
  }

  /** Sends a record that an earlier page left without a response. */
  sendAgain(record) { return this.#post(record, record.body); }

  async #post(record, body) {
    const { key } = record;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await ask(record, { body, key });
        if (answer?.submission?.signature) sent.put({ ...record, submission: answer.submission });
        else {
          sent.drop(key);
          sent.settle(answer?.submission);
        }
        return answer;
      } catch (fault) {
        const isUnderWay = fault.isUnderWay;
        // The first attempt is still in progress: repeat it with the same key.
        if (!isUnderWay || attempt === 4) {
          if (!isUnderWay && !(fault instanceof NoAnswer) && !(fault.status >= 500)) sent.drop(key);
          throw fault;
        }
        await new Promise((done) => { setTimeout(done, 300 * (attempt + 1)); });
      }
    }
  }
}
