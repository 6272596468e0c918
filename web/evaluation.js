import { Problem } from "./problem.js";
import { ask } from "./transport.js";

/** The warnings that tell that something is not known at present. */
const UNKNOWN = new Set(["unavailable", "lookupFailed"]);

/** Asks the server what follows from a change: late answers are dropped, and what got no answer is asked again. */
export class Evaluation {
  constructor(tree, { troubled, recovered, replaced, more }) {
    Object.assign(this, { tree, troubled, recovered, replaced, more });
    /** Atoms of which no answer has told yet. */
    this.unanswered = new Set();
    this.failures = 0;
    this.timer = null;
    this.goOn = () => this.failures && this.send();
    window.addEventListener("online", this.goOn);
    this.askAgain(tree.head.retryAfter);
  }

  /** Ends it, with the form. */
  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.later);
    window.removeEventListener("online", this.goOn);
  }

  /** Tells the server that an atom has changed, where it wants to know. */
  changed(atom) {
    atom.isDirty = false;
    if (!this.tree.head.evaluate || !atom.state.notify) return;
    this.unanswered.add(atom.path);
    this.send();
  }

  /** Asks of everything: after what was entered was carried into another drawing. */
  everything() {
    if (!this.tree.head.evaluate) return;
    this.unanswered.add("");
    this.send();
  }

  /** Asks again, after so many seconds, about the atoms of which something is not known at present. */
  askAgain(seconds) {
    clearTimeout(this.later);
    if (!seconds || !this.tree.head.evaluate) return;
    this.later = setTimeout(() => {
      if (document.visibilityState !== "visible") return this.askAgain(seconds);
      for (const atom of this.tree.all()) {
        if (UNKNOWN.has(atom.state.warning?.code)) this.unanswered.add(atom.path);
      }
      if (this.unanswered.size) this.send();
    }, seconds * 1000);
  }

  async send() {
    clearTimeout(this.timer);
    const { tree } = this;
    const revision = ++tree.revision;
    const changed = [...this.unanswered].filter((path) => path === "" || tree.at(path));
    const body = { ...this.more?.(), values: tree.values(), version: tree.version, revision };
    if (!changed.includes("")) Object.assign(body, { changed, commit: true });
    try {
      const answer = await ask(tree.head.evaluate, { body });
      if (this.isStopped || answer.revision !== tree.revision) return;
      this.unanswered.clear();
      this.failures = 0;
      tree.merge(answer.atoms, revision);
      this.askAgain(answer.retryAfter);
      this.recovered();
    } catch (fault) {
      if (this.isStopped || revision !== tree.revision) return;
      this.failed(fault);
    }
  }

  failed(fault) {
    if (fault instanceof Problem && fault.isHandled) return;
    if (fault instanceof Problem && fault.next?.atoms) return this.replaced(fault.next);
    this.failures += 1;
    const isOver = fault instanceof Problem && !fault.isPassing;
    this.troubled(fault);
    if (isOver) return;
    const pause = (fault.retryAfter ?? Math.min(2 ** (this.failures - 1), 16)) * 1000;
    this.timer = setTimeout(() => this.send(), pause);
  }
}
