import { ask } from "./transport.js";

/** True if an atom's warning says that something about it is not known now. */
const isUnknown = (atom) => ["unavailable", "lookupFailed"].includes(atom.state.warning?.code);

/** Milliseconds without a key after which an amount in typing is judged. */
const PAUSE = 400;

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
    this.askLater(tree.head.retryAfter);
  }

  /** Ends it, with the form. */
  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.again);
    clearTimeout(this.glancing);
    window.removeEventListener("online", this.goOn);
  }

  /** Tells the server that an atom has changed, where it wants to know. */
  changed(atom) {
    clearTimeout(this.glancing);
    atom.isDirty = false;
    if (!this.tree.head.evaluate || !atom.state.notify) return;
    this.unanswered.add(atom.path);
    this.send();
  }

  /**
   * Shows the warning on an amount that is being typed, such as too little money; its errors wait for the end of typing. Until the
   * answer is there it has the `warning` of the text before.
   */
  glance(atom, warning) {
    const { tree } = this;
    clearTimeout(this.glancing);
    if (!tree.head.evaluate || !atom.state.notify) return;
    if (warning) atom.warn(warning);
    this.glancing = setTimeout(async () => {
      const { value } = atom;
      const body = { ...this.more?.(), values: tree.values(), version: tree.version, revision: tree.revision, changed: [atom.path], commit: true };
      const answer = await ask(tree.head.evaluate, { body }).catch(() => null);
      if (answer && atom.isDirty && atom.value === value && !this.isStopped) atom.warn(answer.atoms[atom.path]?.warning ?? undefined);
    }, PAUSE);
  }

  /** Asks of everything: after what was entered was carried into another drawing. */
  everything() {
    if (!this.tree.head.evaluate) return;
    this.unanswered.add("");
    this.send();
  }

  /** Waits for the answer to the last change, or for its failure. */
  async settled() { await this.underWay; }

  send() {
    this.underWay = this.ask();
    return this.underWay;
  }

  async ask() {
    clearTimeout(this.timer);
    const { tree } = this;
    const revision = ++tree.revision;
    const changed = [...this.unanswered].filter((path) => path === "" || tree.at(path));
    const body = { ...this.more?.(), values: tree.values(), version: tree.version, revision };
    if (!changed.includes("")) Object.assign(body, { changed, commit: true });
    for (const path of changed) tree.at(path)?.awaits(true);
    try {
      const answer = await ask(tree.head.evaluate, { body });
      if (this.isStopped || answer.revision !== tree.revision) return;
      this.unanswered.clear();
      this.failures = 0;
      tree.merge(answer.atoms, revision);
      this.askLater(answer.retryAfter);
      this.recovered();
    } catch (fault) {
      if (this.isStopped || revision !== tree.revision) return;
      this.failed(fault);
    } finally {
      // The answer to a newer question tells of these, too.
      if (revision === tree.revision) for (const atom of tree.all()) atom.awaits(false);
    }
  }

  /** Has everything judged as if it was sent; answers false if no answer came, or nobody can be asked. */
  async judge() {
    const { tree } = this;
    if (!tree.head.evaluate) return false;
    const revision = ++tree.revision;
    try {
      const answer = await ask(tree.head.evaluate, { body: { ...this.more?.(), values: tree.values(), version: tree.version, commit: true, revision } });
      if (this.isStopped || answer.revision !== tree.revision) return false;
      tree.merge(answer.atoms, revision);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Asks of everything once more after that many seconds: the server has told that something is not known now. An answer that
   * does not say so tells nothing of other atoms, and cancels nothing.
   */
  askLater(seconds) {
    if (!seconds || this.again || this.isStopped || !this.tree.head.evaluate) return;
    this.again = setTimeout(() => {
      this.again = null;
      this.askQuietly(seconds);
    }, seconds * 1000);
  }

  /** Asks of everything without a judgement, and says nothing if no answer comes. */
  async askQuietly(seconds) {
    // While nobody looks, or a change is being asked about, it waits.
    if (document.visibilityState !== "visible" || this.unanswered.size) return this.askLater(seconds);
    const { tree } = this;
    const revision = ++tree.revision;
    const body = { ...this.more?.(), values: tree.values(), version: tree.version, revision };
    const unknown = [...tree.all()].filter(isUnknown).map(({ path, state: { warning } }) => ({ path, warning }));
    try {
      const answer = await ask(tree.head.evaluate, { body });
      if (this.isStopped) return;
      if (answer.revision !== tree.revision) return this.askLater(seconds);
      tree.merge(answer.atoms, revision);
      this.askLater(answer.retryAfter);
      // A value that could not be judged is judged now, and has its warning until then; an empty field, to which nobody has come
      // yet, is not judged.
      for (const { path, warning } of unknown) {
        const atom = tree.at(path);
        if (!atom?.state.notify || atom.isEmpty || atom.isDirty || isUnknown(atom)) continue;
        atom.warn(warning);
        this.unanswered.add(path);
      }
      if (this.unanswered.size) this.send();
    } catch (fault) {
      if (fault.isPassing !== false) this.askLater(fault.retryAfter ?? seconds);
    }
  }

  failed(fault) {
    if (fault.isHandled) return;
    if (fault.next?.atoms) return this.replaced(fault.next);
    this.failures += 1;
    const isOver = fault.isPassing === false;
    this.troubled(fault);
    if (isOver) return;
    const pause = (fault.retryAfter ?? Math.min(2 ** (this.failures - 1), 16)) * 1000;
    this.timer = setTimeout(() => this.send(), pause);
  }
}
