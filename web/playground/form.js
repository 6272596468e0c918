import { Form } from "../form.js";
import { describe } from "../notices.js";
import { NoAnswer } from "../client/problem.js";
import { tell } from "./texts.js";

const nowhere = { retitle() {}, back() {}, follow() {}, show() {} };
const nothing = { edited() {}, leave() {} };

/**
 * The form of the edited file. Evaluations include the file. A tap validates all values and submits
 * nothing.
 */
export class PlaygroundForm extends Form {
  constructor(drawn, app, file) {
    super(drawn, { navigation: { ...nowhere, app, keeping: nothing } });
    this.file = file;
  }

  get isLogin() { return false; }

  /** The additional members of each evaluation request. */
  get more() { return { file: this.file() }; }

  async tap() {
    const { tree } = this;
    const revision = ++tree.revision;
    const body = { ...this.more, values: tree.values(), commit: true, revision };
    try {
      const answer = await this.app.ask(tree.head.evaluate, { body });
      if (this.tree !== tree || answer.revision !== tree.revision) return;
      this.faults.clear();
      tree.merge(answer.atoms, revision);
      const errors = [...tree.all()].filter((atom) => atom.isShown && atom.state.error);
      if (errors.length) this.blame(errors.map((atom) => ({ ...atom.state.error, atom: atom.path })));
      else this.app.notices.passing(tell("unsent"));
    } catch (fault) {
      const text = fault instanceof NoAnswer ? describe(fault) : fault.title;
      this.app.notices.stand("check", text, { tone: "error" });
    }
  }
}
