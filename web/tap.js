import { NoAnswer, Problem } from "./problem.js";
import { ask } from "./transport.js";

/** One button of one drawn tree: its key stays the same until the server has said what became of the tap. */
export class Tap {
  #key = null;
  #sent = null;
  constructor(tree, atom) { Object.assign(this, { tree, atom }); }

  /** True if the result of the last tap is not known yet. */
  get isOpen() { return this.#key !== null; }

  /** Sends the values; answers what the server says, and whether that is of an earlier attempt with other values. */
  async send() {
    const { action, id } = { action: this.atom.state.action, id: this.atom.id };
    const body = { values: this.tree.values(), version: this.tree.version, action: id };
    this.#key ??= crypto.randomUUID();
    try {
      const answer = await this.#post(action, body);
      this.#forget();
      return { answer, isEarlier: false };
    } catch (fault) {
      const isUnknown = fault instanceof NoAnswer || (fault instanceof Problem && (fault.status >= 500 || fault.isUnderWay));
      // The earlier attempt has arrived with what was entered then: what became of it is told.
      if (fault instanceof Problem && fault.isKeyReused && this.#sent) {
        const answer = await ask(action, { body: this.#sent, key: this.#key });
        this.#forget();
        return { answer, isEarlier: true };
      }
      if (isUnknown) this.#sent ??= body;
      else this.#forget();
      throw fault;
    }
  }

  async #post(action, body) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await ask(action, { body, key: this.#key });
      } catch (fault) {
        // The first attempt is still being written: its answer comes a little later, by the same key.
        if (!(fault instanceof Problem && fault.isUnderWay) || attempt === 4) throw fault;
        await new Promise((done) => { setTimeout(done, 300 * (attempt + 1)); });
      }
    }
  }

  #forget() { this.#key = this.#sent = null; }
}
