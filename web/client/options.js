/** @typedef {{ data: any[], after?: any, missing?: any }} Found A page of options. */

/** The number of options in a request. */
const PAGE = 20;

/** The options that a search has found for a text, page by page. Late responses are dropped. */
export class Options {
  /**
   * The found options.
   * @type {any[]}
   */
  all = [];

  constructor(/** @type {any} */ atom, /** @type {any} */ connection) {
    this.atom = atom;
    this.connection = connection;
    this.revision = 0;
    this.forget();
  }

  /** Clears the options, and drops a pending response. */
  forget() {
    this.revision += 1;
    Object.assign(this, { text: "", all: [], after: null, missing: null, isAsked: false });
  }

  /** Requests the first page for a text. Returns false if the response is late. */
  find(/** @type {any} */ text) {
    this.text = text;
    return this.#ask(null);
  }

  /** Requests the next page. Returns false if the response is late. */
  more() { return this.#ask(this.after); }

  async #ask(/** @type {any} */ after) {
    const revision = ++this.revision;
    const { atom, text } = this;
    /** @type {any} */
    const body = { atom: atom.path, text, limit: PAGE, version: atom.tree.version, revision };
    // The keys and the filter of the search read the form.
    if (atom.state.needsValues) body.values = atom.tree.values();
    if (after !== null) body.after = after;
    this.isAsked = true;
    try {
      const answer = await this.connection.ask(atom.state.search, { body });
      if (revision !== this.revision || answer.revision !== revision) return false;
      this.#take(answer, after === null ? [] : this.all);
      return true;
    } catch (fault) {
      if (revision !== this.revision) return false;
      // Options of another text must not be chosen for this one.
      if (after === null) this.#take(/** @type {any} */ { data: [], after: undefined, missing: undefined }, []);
      throw fault;
    } finally {
      if (revision === this.revision) this.isAsked = false;
    }
  }

  #take(/** @type {Found} */ { data, after, missing }, /** @type {any[]} */ before) {
    const known = new Set(before.map((option) => option.value));
    const fresh = data.filter((option) => !known.has(option.value));
    this.all = [...before, ...fresh];
    this.missing = missing ?? null;
    // Stop at a page that only repeats options. Otherwise a list that repeats would never end. A page
    // is empty if a filter excludes all its options.
    this.after = fresh.length || !data.length ? after ?? null : null;
  }
}
