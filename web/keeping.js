import { Problem } from "./problem.js";
import { sent } from "./sent.js";
import { session } from "./session.js";
import { ask } from "./transport.js";

const KEY = "valence.forms";
const PAUSE = 1200;

/** Where a form is found again: at its draft, or in its flow, whose steps have none; nothing where it is found nowhere. */
export const placeOf = ({ head }) => head.draft?.href.split("?")[0] ?? head.flow?.href;

/** Keeps what was typed as the server's drafts, and remembers in this tab which forms are open, so that they come back. */
export class Keeping {
  /** The edited forms by their addresses: the tree, the count of edits, and the values that wait to be sent. */
  #edited = new Map();

  /** Keeps a form a little after it was edited. */
  edited(tree, view) {
    const href = placeOf(tree);
    if (!href) return;
    if (!this.#edited.has(href)) this.#edited.set(href, { edits: 0, timer: null, isBeingSent: false });
    const form = Object.assign(this.#edited.get(href), { tree, view });
    form.edits += 1;
    tree.isLeft = false;
    this.#remember(tree, false);
    if (tree.head.draft) this.#send(form, PAUSE);
  }

  #send(form, pause) {
    clearTimeout(form.timer);
    form.timer = setTimeout(async () => {
      form.timer = null;
      // A draft is kept by whose it is, and by nobody who logged in since.
      if (!session.isOpen || session.user !== form.tree.owner) return;
      // One after the other: what arrives last is what stands.
      if (form.isBeingSent) return this.#send(form, PAUSE);
      const { tree, edits } = form;
      const isStill = () => this.#edited.get(placeOf(tree)) === form;
      form.isBeingSent = true;
      try {
        const values = tree.values({ secrets: false });
        const answer = await ask(tree.head.draft, { body: { values, version: tree.version }, match: tree.draftTag });
        // The tag belongs to the values that were sent, also if text was typed since.
        tree.draftTag = answer?.draft?.etag;
        // Text typed meanwhile is not kept yet; a form that was left meanwhile is forgotten.
        if (isStill() && form.edits === edits) this.#remember(tree, true);
      } catch (fault) {
        // A refused draft loses nothing: the form is still here, and its values are remembered in this tab.
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

  #stop(tree) {
    const href = placeOf(tree);
    clearTimeout(this.#edited.get(href)?.timer);
    this.#edited.delete(href);
  }

  /** Remembers a form as it is now, before the session that it was typed in is over. */
  hold(tree) {
    this.#stop(tree);
    if (placeOf(tree) && tree.isTouched) this.#remember(tree, false);
  }

  /** Forgets a form that was left or sent. */
  leave(tree) {
    tree.isLeft = true;
    for (const { state } of tree.atoms) sent.leave(state.action?.href);
    this.#stop(tree);
    this.#write(this.#read().filter((form) => form.href !== placeOf(tree)));
  }

  /** Forgets all forms. */
  forget() {
    for (const form of this.#edited.values()) clearTimeout(form.timer);
    this.#edited.clear();
    this.#write([]);
    sent.forget();
  }

  /** The forms that this person left open: each as it is drawn, with the values that only this tab has, and those that did not come back. */
  async open() {
    const forms = this.#read().filter((form) => form.user === session.user);
    const [drawn, missing] = [[], []];
    for (const form of forms) {
      try {
        const { isKept, values } = form.isKept ? form : await this.#put(form);
        const answer = await this.#drawn(form, isKept);
        // In a flow, values belong to the step that they were typed in.
        drawn.push({ answer, values: isKept || answer.flow?.step !== form.stepName ? null : values });
        if (isKept) this.#write(this.#read().map((each) => (each.href === form.href ? { ...each, isKept } : each)));
      } catch (fault) {
        // A session that has ended again, or a server that does not answer, loses nothing.
        if (!(fault instanceof Problem) || fault.isHandled) throw fault;
        // A draft that the server no longer has was submitted or left elsewhere. Values of this tab alone stay.
        const isGone = !fault.isPassing && (form.isKept || !form.method);
        if (isGone) this.#write(this.#read().filter((each) => each.href !== form.href));
        else missing.push(form.title);
      }
    }
    return { drawn, missing };
  }

  /**
   * Sends what only this tab remembers. Where the server refuses it or keeps no draft of it, answers the values to put into the form here:
   * of a draft that was changed elsewhere, those that do not conflict with the other change. The others are among the copies of the draft.
   */
  async #put({ href, method, values, version, tag, base = {} }) {
    // The draft of a form that is being sent ends with it.
    if (!method || sent.open.some(({ place }) => place === href)) return { isKept: false, values };
    try {
      await ask({ href, method }, { body: { values, version }, match: tag });
      return { isKept: true };
    } catch (fault) {
      if (!(fault instanceof Problem) || fault.isHandled || fault.isPassing) throw fault;
      if (fault.name !== "draft-changed" || !fault.body.current) return { isKept: false, values };
      const { changedAlone } = await import("./draft-conflict.js");
      const names = changedAlone(base, values, fault.body.current.values ?? {});
      return { isKept: false, values: Object.fromEntries(names.map((name) => [name, values[name]])) };
    }
  }

  /** Draws a form: its draft, or the form itself where there is none. */
  async #drawn({ href, step, source }, isKept) {
    try {
      return await ask({ href: step ?? href });
    } catch (fault) {
      if (isKept || step || !source || !(fault instanceof Problem) || fault.isHandled || fault.isPassing) throw fault;
      return ask({ href: source });
    }
  }

  #remember(tree, isKept) {
    const href = placeOf(tree);
    const { draft, flow, title } = tree.head;
    // Whose it is was known when it was drawn: the session may have ended since.
    const form = {
      href, method: draft?.method, step: flow?.href, stepName: flow?.step, source: tree.source, title, user: tree.owner,
      version: tree.version, values: tree.values({ secrets: false }), isKept, tag: tree.draftTag, base: tree.base,
    };
    this.#write([...this.#read().filter((each) => each.href !== href), form]);
  }

  #read() { return JSON.parse(sessionStorage.getItem(KEY) ?? "[]"); }
  #write(forms) { sessionStorage.setItem(KEY, JSON.stringify(forms)); }
}
