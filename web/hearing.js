import { nameOf } from "./faults.js";

/** Milliseconds before errors are announced that a tap has delayed. */
const HELD = 200;

/**
 * Announces each new error of a form once in the page's live region, with the caption of its field.
 */
export class Hearing {
  constructor(form) { this.form = form; }

  /** Announces new errors after the current changes. */
  later(pause) { this.timer ??= setTimeout(() => this.announce(), pause); }

  announce() {
    this.timer = null;
    // A rejected tap moves the focus to the errors.
    if (this.form.isBusy || this.form.isAsking) return this.later(HELD);
    const found = this.note(true);
    if (!found.length) return;
    const said = found.map((atom) => `${nameOf(atom)}: ${atom.state.error.message}`);
    this.form.app.notices.speak(said.join(". "));
  }

  /**
   * Marks errors as announced, and returns the atoms with new ones. With `isLater`, skips atoms
   * that are being evaluated.
   */
  note(isLater) {
    const { tree } = this.form;
    return [...tree.all()].filter((atom) => {
      const { heard, state: { error } } = atom;
      if ((isLater && atom.isAwaited) || heard?.message === error?.message) return false;
      atom.heard = error;
      // The server has another text for an error that the client has announced.
      return error?.message && tree.isSeen(atom) && heard?.value !== atom.value;
    });
  }
}
