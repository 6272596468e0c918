import { Problem } from "./problem.js";

/** Milliseconds between an edit and the request that stores it. */
const PAUSE = 1200;

/** Stores entries as drafts on the server, and records the open forms to restore them. */
export class Drafts {
  /**
   * The edited forms by address: the tree, the number of edits, and the timer of the next request.
   */
  #edited = new Map();

  constructor(
    /** @type {import("./connection.js").Connection} */ connection,
    /** @type {{ store: import("./sent.js").Store, sent: import("./sent.js").Sent, name?: string }} */
    { store, sent, name = "valence.forms" },
  ) {
    this.connection = connection;
    this.store = store;
    this.sent = sent;
    this.name = name;
    this.session = connection.session;
  }

  /** True while an edit is not stored yet. */
  get isPending() { return [...this.#edited.values()].some(({ timer, isBeingSent }) => timer || isBeingSent); }

  /** Stores a form shortly after an edit. */
  edited(/** @type {any} */ tree, /** @type {any} */ view) {
    const href = tree.place;
    if (!href) return;
    if (!this.#edited.has(href)) this.#edited.set(href, { edits: 0, timer: null, isBeingSent: false });
    const form = Object.assign(this.#edited.get(href), { tree, view });
    form.edits += 1;
    tree.isLeft = false;
    this.#remember(tree, false);
    if (tree.head.draft) this.#send(form, PAUSE);
  }

  #send(/** @type {any} */ form, /** @type {number} */ pause) {
    clearTimeout(form.timer);
    form.timer = setTimeout(async () => {
      form.timer = null;
      // Only the owner of the entries stores them, not a person who logged in since.
      if (!this.session.isOpen || this.session.user !== form.tree.owner) return;
      // Send one request at a time, because the last one to arrive is stored.
      if (form.isBeingSent) return this.#send(form, PAUSE);
      const { tree, edits } = form;
      const isStill = () => this.#edited.get(tree.place) === form;
      form.isBeingSent = true;
      try {
        const values = tree.entries();
        const body = { values, version: tree.version };
        const answer = await this.connection.ask(tree.head.draft, { body, match: tree.draftTag });
        // The tag belongs to the sent values, even if more text was typed since.
        tree.draftTag = answer?.draft?.etag;
        // Text typed during the request is not stored yet. A form left during it is forgotten.
        if (isStill() && form.edits === edits) this.#remember(tree, true);
      } catch (fault) {
        // A rejected draft loses nothing: the form is open, and this tab has its values.
        if (!(fault instanceof Problem)) {
          if (isStill() && !form.timer) this.#send(form, 8 * PAUSE);
        } else if (fault.name === "draft-changed" && isStill()) {
          const isSame = await form.view?.merge?.(fault.body);
          tree.draftTag = fault.body.current?.etag;
          if (isSame && isStill()) this.#send(form, PAUSE);
        }
      } finally {
        form.isBeingSent = false;
      }
    }, pause);
  }

  #stop(/** @type {any} */ tree) {
    const href = tree.place;
    clearTimeout(this.#edited.get(href)?.timer);
    this.#edited.delete(href);
  }

  /** Records a form before the session of its entries ends. */
  hold(/** @type {any} */ tree) {
    this.#stop(tree);
    if (tree.place && tree.isTouched) this.#remember(tree, false);
  }

  /** Forgets a form that was left or sent. */
  leave(/** @type {any} */ tree) {
    tree.isLeft = true;
    for (const { state } of tree.atoms) this.sent.leave(state.action?.href);
    this.#stop(tree);
    this.#write(this.#read().filter((form) => form.href !== tree.place));
  }

  forget() {
    for (const form of this.#edited.values()) clearTimeout(form.timer);
    this.#edited.clear();
    this.#write([]);
    this.sent.forget();
  }

  /**
   * Requests the forms that this person left open. Returns each with the values that only this tab
   * has, and the titles of forms that could not be restored.
   */
  async open() {
    const forms = this.#read().filter((form) => form.user === this.session.user);
    const drawn = /** @type {{ answer: any, values: any }[]} */ ([]), missing = /** @type {string[]} */ ([]);
    for (const form of forms) {
      try {
        const { isKept, values } = form.isKept ? form : await this.#put(form);
        const answer = await this.#drawn(form, isKept);
        // In a flow, values belong to the step in which they were typed.
        drawn.push({ answer, values: isKept || answer.flow?.step !== form.stepName ? null : values });
        if (isKept) this.#write(this.#read().map((each) => (each.href === form.href ? { ...each, isKept } : each)));
      } catch (fault) {
        // If the session has ended again or the server does not respond, keep the records.
        if (!(fault instanceof Problem) || fault.isHandled) throw fault;
        // A draft that the server does not have was submitted or left elsewhere. Keep values that
        // only this tab has.
        const isGone = !fault.isPassing && (form.isKept || !form.method);
        if (isGone) this.#write(this.#read().filter((each) => each.href !== form.href));
        else missing.push(form.title);
      }
    }
    return { drawn, missing };
  }

  /**
   * Sends values that only this tab has. If the server rejects them or stores no draft, returns the
   * values to restore in the form. If the draft was changed elsewhere, these are the values without
   * a conflict. The others are among the copies of the draft.
   */
  async #put(/** @type {any} */ { href, method, values, version, tag, base = {} }) {
    // A submission in progress deletes the draft of its form.
    if (!method || this.sent.open.some(({ place }) => place === href)) return { isKept: false, values };
    try {
      await this.connection.ask({ href, method }, { body: { values, version }, match: tag });
      return { isKept: true };
    } catch (fault) {
      if (!(fault instanceof Problem) || fault.isHandled || fault.isPassing) throw fault;
      if (fault.name !== "draft-changed" || !fault.body.current) return { isKept: false, values };
      const { changedAlone } = await import("./same.js");
      const names = changedAlone(base, values, fault.body.current.values ?? {});
      return { isKept: false, values: Object.fromEntries(names.map((name) => [name, values[name]])) };
    }
  }

  /** Requests a draft or a step; the form itself if it has no draft. */
  async #drawn(/** @type {any} */ { href, step, source }, /** @type {boolean} */ isKept) {
    try {
      return await this.connection.ask({ href: step ?? href });
    } catch (fault) {
      if (isKept || step || !source || !(fault instanceof Problem) || fault.isHandled || fault.isPassing) throw fault;
      return this.connection.ask({ href: source });
    }
  }

  #remember(/** @type {any} */ tree, /** @type {boolean} */ isKept) {
    const href = tree.place;
    const { draft, flow, title } = tree.head;
    // The owner is known from the drawing. The session may have ended since.
    const form = {
      href, method: draft?.method, step: flow?.href, stepName: flow?.step, source: tree.source, title, user: tree.owner,
      version: tree.version, values: tree.entries(), isKept, tag: tree.draftTag, base: tree.base,
    };
    this.#write([...this.#read().filter((each) => each.href !== href), form]);
  }

  /** @returns {any[]} */
  #read() { return JSON.parse(this.store.getItem(this.name) ?? "[]"); }
  #write(/** @type {any[]} */ forms) { this.store.setItem(this.name, JSON.stringify(forms)); }
}
