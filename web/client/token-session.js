/**
 * A source of tokens: a token, or a function that returns one.
 * @typedef {string | (() => any) | null} TokenSource
 */

/**
 * The session of a program that has a token from elsewhere. A function is asked for a token before
 * the first request, and again after the server has refused the last one.
 */
export class TokenSession {
  /** @type {TokenSource} */
  #source = null;
  /** @type {Promise<boolean> | null} */
  #renewal = null;
  /** @type {string | undefined} */
  token;
  /**
   * The person, if the program knows the id.
   * @type {string | undefined}
   */
  user;
  /**
   * The request for events.
   * @type {{ href: string } | undefined}
   */
  events;

  get isOpen() { return this.token !== undefined; }

  /**
   * Sets the source, and reads its token. Until then requests have the previous token. Returns true
   * if there is a token.
   */
  async open(/** @type {TokenSource} */ source) {
    this.#source = source;
    return this.#read();
  }

  /**
   * Asks the source for a token instead of the refused one, once for several requests. Returns true
   * if there is another token.
   */
  async renew(/** @type {string} */ refused) {
    if (this.token !== refused) return this.isOpen;
    if (typeof this.#source !== "function") return false;
    this.#renewal ??= this.#read().finally(() => { this.#renewal = null; });
    return await this.#renewal && this.token !== refused;
  }

  async #read() {
    const source = this.#source;
    const token = typeof source === "function" ? await source() : source;
    // Another source was set in the meantime.
    if (source !== this.#source) return this.isOpen;
    this.token = typeof token === "string" && token ? token : undefined;
    return this.isOpen;
  }
}
