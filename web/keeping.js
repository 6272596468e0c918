import { Problem } from "./problem.js";
import { session } from "./session.js";
import { ask } from "./transport.js";

const KEY = "valence.forms";
const PAUSE = 1200;

/** Keeps what was typed as the server's drafts, and remembers in this tab which forms are open, so that they come back. */
export class Keeping {
  /** What is edited, by where it is kept: its tree, how often it was edited, and what waits to be sent. */
  #edited = new Map();

  /** Keeps a form a little after it was edited. */
  edited(tree) {
    if (!tree.head.draft) return;
    const { href } = tree.head.draft;
    if (!this.#edited.has(href)) this.#edited.set(href, { edits: 0, timer: null, isBeingSent: false });
    const form = Object.assign(this.#edited.get(href), { tree });
    form.edits += 1;
    this.#remember(tree, false);
    this.#send(form, PAUSE);
  }

  #send(form, pause) {
    clearTimeout(form.timer);
    form.timer = setTimeout(async () => {
      form.timer = null;
      if (!session.isOpen) return;
      // One after the other: what arrives last is what stands.
      if (form.isBeingSent) return this.#send(form, PAUSE);
      const { tree, edits } = form;
      const isStill = () => this.#edited.get(tree.head.draft.href) === form;
      form.isBeingSent = true;
      try {
        await ask(tree.head.draft, { body: { values: tree.values({ secrets: false }), version: tree.version } });
        // What was typed meanwhile is not kept yet, and what was left meanwhile is forgotten.
        if (isStill() && form.edits === edits) this.#remember(tree, true);
      } catch (fault) {
        // A refused draft loses nothing: the form is still here, and its values are remembered in this tab.
        if (!(fault instanceof Problem) && isStill() && !form.timer) this.#send(form, 8 * PAUSE);
      } finally {
        form.isBeingSent = false;
      }
    }, pause);
  }

  #stop(tree) {
    const href = tree.head.draft?.href;
    clearTimeout(this.#edited.get(href)?.timer);
    this.#edited.delete(href);
  }

  /** Remembers a form as it is now, before the session that it was typed in is over. */
  hold(tree) {
    this.#stop(tree);
    if (tree.head.draft && tree.isTouched) this.#remember(tree, false);
  }

  /** Forgets a form that was left or sent. */
  leave(tree) {
    this.#stop(tree);
    this.#write(this.#read().filter((form) => form.href !== tree.head.draft?.href));
  }

  /** Forgets all forms. */
  forget() {
    for (const form of this.#edited.values()) clearTimeout(form.timer);
    this.#edited.clear();
    this.#write([]);
  }

  /** The forms that this person left open, drawn with what was typed. */
  async open() {
    const forms = this.#read().filter((form) => form.user === session.user);
    const drawn = [];
    for (const form of forms) {
      const { href, method, values, version, isKept, step } = form;
      try {
        if (!isKept) await ask({ href, method }, { body: { values, version } });
        drawn.push(await ask({ href: step ?? href }));
        this.#write(this.#read().map((each) => (each.href === href ? { ...each, isKept: true } : each)));
      } catch (fault) {
        // What is gone stays gone; what got no answer is tried again the next time.
        if (fault instanceof Problem && !fault.isPassing) this.#write(this.#read().filter((each) => each.href !== href));
        else if (!(fault instanceof Problem)) throw fault;
      }
    }
    return drawn;
  }

  #remember(tree, isKept) {
    const { href, method } = tree.head.draft;
    // A step of a flow is found by the flow.
    const step = tree.head.flow?.href;
    const form = { href, method, step, user: session.user, version: tree.version, values: tree.values({ secrets: false }), isKept };
    this.#write([...this.#read().filter((each) => each.href !== href), form]);
  }

  #read() { return JSON.parse(sessionStorage.getItem(KEY) ?? "[]"); }
  #write(forms) { sessionStorage.setItem(KEY, JSON.stringify(forms)); }
}
