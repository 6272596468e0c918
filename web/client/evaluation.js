import { isTree } from "./documents.js";

/** True if the atom's warning reports unavailable information. */
const isUnknown = (/** @type {any} */ atom) => ["unavailable", "lookupFailed"].includes(atom.state.warning?.code);

/** Milliseconds without typing before an amount is evaluated. */
const PAUSE = 400;

/**
 * The handlers of a form for the ends of an evaluation, and the additional members of its requests.
 * @typedef {{ troubled: (fault: any) => void, recovered: () => void, replaced: (next: any) => void,
 *   more?: () => object | undefined }} Handlers
 */

/**
 * Requests the evaluations of a tree. Merges each response that is newer than the merged ones, and
 * repeats failed requests.
 */
export class Evaluation {
  /**
   * The path of a tapped command that no response covers yet.
   * @type {{ path: string } | null}
   */
  #tapped = null;
  /**
   * The timer of the next repeated question.
   * @type {any}
   */
  timer = null;
  /** The number of questions without an answer. */
  #asked = 0;

  constructor(
    /** @type {import("./tree.js").Tree} */ tree, /** @type {import("./connection.js").Connection} */ connection,
    /** @type {Handlers} */ { troubled, recovered, replaced, more },
  ) {
    this.tree = tree;
    this.connection = connection;
    this.troubled = troubled;
    this.recovered = recovered;
    this.replaced = replaced;
    this.more = more;
    /**
     * The paths of changed atoms that no response covers yet, in the order of the changes, each with
     * an object that identifies its last change.
     * @type {Map<string, object>}
     */
    this.unanswered = new Map();
    this.failures = 0;
    this.endOnline = connection.host.onOnline(() => { if (this.failures) this.send(); });
    this.askLater(tree.head.retryAfter);
  }

  /** Cancels the timers. Pending responses are ignored. */
  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.timer = null;
    clearTimeout(this.again);
    clearTimeout(this.glancing);
    this.endOnline();
  }

  /** Commits an atom, and requests an evaluation if the atom has `notify`. */
  changed(/** @type {any} */ atom) {
    clearTimeout(this.glancing);
    atom.isDirty = false;
    if (!this.tree.head.evaluate || !atom.state.notify) return;
    this.unanswered.delete(atom.path);
    this.unanswered.set(atom.path, {});
    this.send();
  }

  /** Requests the effect of a command. Like a change, it is requested until a response covers it. */
  tap(/** @type {any} */ atom) {
    this.#tapped = { path: atom.path };
    this.send();
  }

  /**
   * Requests the warning on an amount during typing, such as insufficient funds. Errors wait for
   * the end of typing. Until the response, the atom has the previous `warning`.
   */
  glance(/** @type {any} */ atom, /** @type {any} */ warning) {
    const { tree } = this;
    clearTimeout(this.glancing);
    if (!tree.head.evaluate || !atom.state.notify) return;
    if (warning) atom.warn(warning);
    this.glancing = setTimeout(async () => {
      const { value } = atom;
      const body = {
        ...this.more?.(), values: tree.values(), version: tree.version, revision: tree.revision, changed: [atom.path],
        commit: true,
      };
      const answer = await this.connection.ask(tree.head.evaluate, { body }).catch(() => null);
      if (answer && atom.isDirty && atom.value === value && !this.isStopped) {
        atom.warn(answer.atoms[atom.path]?.warning ?? undefined);
      }
    }, PAUSE);
  }

  /** Evaluates all atoms, for example after entries were carried into another drawing. */
  everything() {
    if (!this.tree.head.evaluate) return;
    this.unanswered.set("", {});
    this.send();
  }

  /** True while a question is pending or will be repeated. */
  get isPending() { return this.#asked > 0 || this.timer !== null; }

  /** Waits until the last evaluation has succeeded or failed. */
  async settled() { await this.underWay; }

  send() {
    this.underWay = this.ask();
    return this.underWay;
  }

  async ask() {
    clearTimeout(this.timer);
    this.timer = null;
    this.#asked += 1;
    const { tree } = this;
    const revision = ++tree.revision;
    const asked = new Map(this.unanswered);
    const changed = [...asked.keys()].filter((path) => path && tree.at(path));
    const body = { ...this.more?.(), values: tree.values(), version: tree.version, revision };
    const tapped = this.#tapped;
    // A question about all atoms names no changes, so they are asked first.
    const isWhole = asked.has("") && !changed.length && !tapped;
    if (!isWhole) Object.assign(body, { changed, commit: true });
    if (tapped) Object.assign(body, { tapped: tapped.path });
    for (const path of changed) tree.at(path)?.awaits(true);
    try {
      const answer = await this.connection.ask(tree.head.evaluate, { body });
      if (this.isStopped) return;
      for (const [path, change] of asked) {
        if (isWhole === !path && this.unanswered.get(path) === change) this.unanswered.delete(path);
      }
      if (this.#tapped === tapped) this.#tapped = null;
      this.failures = 0;
      tree.merge(answer.atoms, revision);
      this.askLater(answer.retryAfter);
      this.recovered();
      if (revision === tree.revision && this.unanswered.size) this.send();
    } catch (fault) {
      if (this.isStopped || revision !== tree.revision) return;
      this.failed(fault);
    } finally {
      // If there is a newer request, it covers these atoms too.
      this.#asked -= 1;
      if (revision === tree.revision) for (const atom of tree.all()) atom.awaits(false);
    }
  }

  /** Validates all values as in a submission. Returns false without a current response. */
  async judge() {
    const { tree } = this;
    if (!tree.head.evaluate) return false;
    const revision = ++tree.revision;
    try {
      const answer = await this.connection.ask(tree.head.evaluate, {
        body: { ...this.more?.(), values: tree.values(), version: tree.version, commit: true, revision },
      });
      if (this.isStopped || answer.revision !== tree.revision) return false;
      tree.merge(answer.atoms, revision);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Schedules an evaluation of all atoms after `seconds`, because the server reported unavailable
   * information. A response without a delay does not cancel it.
   */
  askLater(/** @type {any} */ seconds) {
    if (!seconds || this.again || this.isStopped || !this.tree.head.evaluate) return;
    this.again = setTimeout(() => {
      this.again = null;
      this.askQuietly(seconds);
    }, seconds * 1000);
  }

  /** Evaluates all atoms without validation. Failures are not shown. */
  async askQuietly(/** @type {any} */ seconds) {
    // Wait while the page is hidden or a change is being evaluated.
    if (!this.connection.host.isVisible() || this.unanswered.size) return this.askLater(seconds);
    const { tree } = this;
    const revision = ++tree.revision;
    const body = { ...this.more?.(), values: tree.values(), version: tree.version, revision };
    const unknown = [...tree.all()].filter(isUnknown).map(({ path, state: { warning } }) => ({ path, warning }));
    try {
      const answer = await this.connection.ask(tree.head.evaluate, { body });
      if (this.isStopped) return;
      if (!tree.merge(answer.atoms, revision)) return this.askLater(seconds);
      this.askLater(answer.retryAfter);
      // Validate values that could not be validated before, and keep their warning until then. Skip
      // empty inputs, which the person may not have reached.
      for (const { path, warning } of unknown) {
        const atom = tree.at(path);
        if (!atom?.state.notify || atom.isEmpty || atom.isDirty || isUnknown(atom)) continue;
        atom.warn(warning);
        this.unanswered.set(path, {});
      }
      if (this.unanswered.size) this.send();
    } catch (/** @type {any} */ fault) {
      if (fault.isPassing !== false) this.askLater(fault.retryAfter ?? seconds);
    }
  }

  failed(/** @type {any} */ fault) {
    if (fault.isPassing === false) this.#tapped = null;
    if (fault.isHandled) return;
    if (isTree(fault.next)) return this.replaced(fault.next);
    this.failures += 1;
    const isOver = fault.isPassing === false;
    this.troubled(fault);
    if (isOver) return;
    const pause = (fault.retryAfter ?? Math.min(2 ** (this.failures - 1), 16)) * 1000;
    this.timer = setTimeout(() => this.send(), pause);
  }
}
