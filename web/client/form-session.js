import { Evaluation } from "./evaluation.js";
import { Tap } from "./tap.js";
import { Tree } from "./tree.js";

/** Milliseconds to wait for an evaluation before values are sent. */
const PATIENCE = 1000;

/**
 * A form without a user interface: its tree, evaluations, drafts and taps. A user interface extends
 * it, and draws after `draw`, `troubled` and `recovered`.
 */
export class FormSession {
  /** True while the form is sent. */
  isBusy = false;
  #isLogin;
  /** The taps by button id. They persist when the form is redrawn. */
  taps = new Map();
  /**
   * The owner of the entries, even of text typed after the session has ended.
   * @type {string | undefined}
   */
  owner;
  /**
   * The drawn tree.
   * @type {Tree}
   */
  tree = /** @type {any} */ (null);
  /**
   * The evaluations of the tree.
   * @type {Evaluation}
   */
  evaluation = /** @type {any} */ (null);

  constructor(
    /** @type {import("./connection.js").Connection} */ connection,
    /** @type {{ sent: import("./sent.js").Sent, drafts: Pick<import("./drafts.js").Drafts, "edited" | "leave"> }} */
    { sent, drafts },
  ) {
    this.#isLogin = !connection.session.isOpen;
    this.connection = connection;
    this.sent = sent;
    this.drafts = drafts;
  }

  /** True if the form was opened without a session. */
  get isLogin() { return this.#isLogin; }

  get goesOn() { return this.tree.goesOn; }
  get isEntered() { return this.tree.isEntered; }

  /** True if leaving the form would lose entries. The entries of a login are secrets. */
  get hasEntries() { return !this.isLogin && !this.isBusy && this.tree.hasEntries; }

  /** The additional members of each evaluation request. */
  get more() { return undefined; }

  /** Sets a drawn tree. Evaluations of the previous one stop. */
  draw(/** @type {Tree} */ tree) {
    this.evaluation?.stop();
    this.owner ??= this.connection.session.user;
    tree.owner = this.owner;
    this.tree = tree;
    this.evaluation = new Evaluation(tree, this.connection, {
      troubled: (fault) => this.troubled(fault), recovered: () => this.recovered(),
      replaced: (next) => this.replace(next), more: () => this.more,
    });
    tree.listeners.add((/** @type {any} */ atom) => { if (atom) this.drafts.edited(tree, this); });
  }

  /** Reports that an evaluation has failed. It is repeated if the failure may pass. */
  troubled(/** @type {any} */ _) {}

  /** Reports that an evaluation has succeeded. */
  recovered() {}

  /** Evaluates an atom after a choice or the end of typing. */
  committed(/** @type {any} */ atom) { this.evaluation.changed(atom); }

  /**
   * Draws a newer tree with the entries of the previous one. `hasValues` is true if the server drew
   * it with the sent values.
   */
  replace(/** @type {any} */ next, { secrets = false, hasValues = false } = {}) {
    const tree = new Tree(next);
    const isSame = next.operation === this.tree.head.operation;
    if (isSame) tree.carry(this.tree, { secrets, hasValues });
    this.draw(tree);
    if (isSame && tree.isTouched) this.evaluation.everything();
  }

  /** Restores values that were typed in an earlier drawing. */
  fill(/** @type {any} */ values) {
    this.tree.fill(values);
    this.draw(this.tree);
    this.evaluation.everything();
  }

  /**
   * Resumes the requests that an earlier run sent from this form: restores the values of an
   * untouched form, and the keys. Returns the requests.
   */
  recall() {
    const button = (/** @type {any} */ { href }) => this.tree.atoms.find(({ state }) => state.action?.href === href);
    // A stored submission without a signature is over: this is another drawing of its form.
    const records = this.tree.atoms.flatMap(({ state }) => this.sent.of(state.action?.href))
      .filter(({ submission }) => !submission || submission.signature);
    if (records.length && !this.tree.isTouched) {
      this.fill(records.at(-1).body.values);
      this.tree.isLeft = Boolean(records.at(-1).submission);
    }
    for (const record of records) this.tapOf(/** @type {any} */ (button(record))).key = record.key;
    return records;
  }

  tapOf(/** @type {{ id: string }} */ { id }) {
    if (!this.taps.has(id)) this.taps.set(id, new Tap(this.connection, this.sent));
    return this.taps.get(id);
  }

  /**
   * Waits for the last evaluation, at most a second, because the request reports the shown values,
   * and the address of a button can contain them.
   */
  async settled() {
    let limit;
    await Promise.race([this.evaluation.settled(), new Promise((done) => { limit = setTimeout(done, PATIENCE); })]);
    clearTimeout(limit);
  }

  /** Sends the values to the address of a button. Returns the response, as `Tap.send` does. */
  send(/** @type {any} */ atom) { return this.tapOf(atom).send(this.tree, atom); }

  /** Stops the evaluations after the form was left. */
  close() { this.evaluation?.stop(); }
}
