/** The history of a client that is a part of a page: it moves like the browser's, and adds nothing there. */
export class OwnHistory {
  #states = /** @type {any[]} */ ([null]);
  #index = 0;
  #act = (/** @type {any} */ _) => {};

  get state() { return this.#states[this.#index]; }

  push(state) {
    this.#index += 1;
    this.#states.splice(this.#index, Infinity, state);
  }

  replace(state) { this.#states[this.#index] = state; }

  /** Moves by a number of entries, and reports the entry later, as a browser does. */
  go(steps) {
    setTimeout(() => {
      const index = this.#index + steps;
      if (!(index in this.#states)) return;
      this.#index = index;
      this.#act(this.state);
    });
  }

  listen(act) { this.#act = act; }
}
