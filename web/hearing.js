import { nameOf } from "./faults.js";
import { speak } from "./notices.js";

/** Milliseconds until faults are announced that a tap has held up. */
const HELD = 200;

/** Announces each new fault of a form once, with the caption of its field, in the live region of the page. */
export class Hearing {
  constructor(form) { this.form = form; }

  /** Announces new faults once the present changes are complete. */
  later(pause) { this.timer ??= setTimeout(() => this.announce(), pause); }

  announce() {
    this.timer = null;
    // A refused tap moves the focus to the faults.
    if (this.form.isBusy || this.form.isAsking) return this.later(HELD);
    const found = this.note(true);
    if (found.length) speak(found.map((atom) => `${nameOf(atom)}: ${atom.state.error.message}`).join(". "));
  }

  /** Marks all faults as announced, but for those that are judged again if `isLater`; returns the atoms of the new ones. */
  note(isLater) {
    const { tree } = this.form;
    return [...tree.all()].filter((atom) => {
      const { heard, state: { error } } = atom;
      if ((isLater && atom.isAwaited) || heard?.message === error?.message) return false;
      atom.heard = error;
      // The server has its own text for a fault that the client has announced.
      return error?.message && tree.isSeen(atom) && heard?.value !== atom.value;
    });
  }
}
