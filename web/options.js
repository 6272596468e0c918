import { ask } from "./transport.js";

/** Count of options that are asked for at a time. */
const PAGE = 20;

/** The options that a search has found for a text, page by page; answers that come late are dropped. */
export class Options {
  constructor(atom) {
    Object.assign(this, { atom, revision: 0 });
    this.forget();
  }

  /** Forgets what was found, and drops the answer that is on its way. */
  forget() {
    this.revision += 1;
    Object.assign(this, { text: "", all: [], after: null, isAsked: false });
  }

  /** Asks for the first page for a text; answers false if the answer is late. */
  find(text) {
    this.text = text;
    return this.#ask(null);
  }

  /** Asks for the next page; answers false if the answer is late. */
  more() { return this.#ask(this.after); }

  async #ask(after) {
    const revision = ++this.revision;
    const { atom, text } = this;
    const body = { atom: atom.path, text, limit: PAGE, version: atom.tree.version, revision };
    this.isAsked = true;
    try {
      const answer = await ask(atom.state.search, { body: after === null ? body : { ...body, after } });
      if (revision !== this.revision || answer.revision !== revision) return false;
      this.#take(answer, after === null ? [] : this.all);
      return true;
    } catch (fault) {
      if (revision !== this.revision) return false;
      // Options of another text are not to be chosen for this one.
      if (after === null) this.#take({ data: [] }, []);
      throw fault;
    } finally {
      if (revision === this.revision) this.isAsked = false;
    }
  }

  #take({ data, after }, before) {
    const known = new Set(before.map((option) => option.value));
    const fresh = data.filter((option) => !known.has(option.value));
    this.all = [...before, ...fresh];
    // A page with nothing new is the last one: a list that begins anew would never end.
    this.after = fresh.length ? after ?? null : null;
  }
}
