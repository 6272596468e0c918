import { agreedTo } from "./asking.js";
import { element, show } from "./element.js";
import { focusIn, keepingFocus } from "./focus.js";
import { agreesToCancel } from "./leaving.js";
import { describe } from "./notices.js";
import { Problem } from "./client/problem.js";
import { rowOf } from "./row.js";
import { same } from "./client/same.js";
import { isolated, say } from "./texts.js";

/**
 * The submissions of a form that await a signature. A notice above the form lists them, to sign or
 * to cancel.
 */
export class Waiting {
  constructor(navigation, form) {
    this.navigation = navigation;
    this.form = form;
    this.app = form.app;
    /** The idempotency keys of requests from this form. */
    this.keys = new Set();
    this.element =
      element("section", { class: "card waiting", hidden: true, tabindex: "-1", "aria-label": say("waiting") });
  }

  get all() {
    return [...this.keys].map((key) => this.app.sent.get(key)?.submission).filter((each) => each?.signature);
  }

  /** Reads the submissions again, and draws those that still wait. */
  async refresh() {
    await Promise.all(this.all.map((each) => isWaiting(this.app, each)));
    this.draw();
  }

  draw() {
    const hadFocus = this.element.contains(focusIn(this.element));
    keepingFocus(this.element, () => this.fill());
    if (hadFocus && this.element.hidden) this.form.focusFirstButton();
  }

  fill() {
    const { all } = this;
    const title = all.length === 1 ? say("waitingOne") : say("waitingSome", { count: all.length });
    this.element.replaceChildren(
      element("h2", { class: "module-title", text: title }),
      element("ul", { class: "list" }, all.map((each) => element("li", {}, rowOf(each), element(
        "div", { class: "waiting-buttons" },
        element("button", {
          type: "button", class: "text-button", text: say("sign"), on: { click: () => this.sign(each) },
        }),
        each.cancel && element("button", {
          type: "button", class: "text-button remove", text: say("takeBack"), on: { click: () => this.cancel(each) },
        }))))));
    show(this.element, all.length > 0);
  }

  /** Focuses the notice after Back, so that the person does not send the same values again. */
  focus() {
    this.draw();
    if (this.element.hidden) return;
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /**
   * Returns true if a button may send the values: no submission with the same values awaits a
   * signature, or the person agrees to send another one. A submission of this form is shown
   * instead, without a question.
   */
  async allows({ state: { action } }, values) {
    const isOwn = ({ key }) => this.keys.has(key);
    const { sent } = this.app;
    const alike = sent.of(action.href).filter(({ submission, body }) => submission && same(body.values, values));
    for (const record of [...alike.filter(isOwn), ...alike]) {
      const { key, submission } = record;
      const waits = submission.signature && await isWaiting(this.app, submission);
      if (isOwn(record) && waits) {
        await this.sign(submission);
        return false;
      }
      // It was signed elsewhere: a request with the same key returns its result.
      if (isOwn(record) && sent.get(key)) return true;
      if (!waits) {
        sent.drop(key);
        continue;
      }
      const title = say(submission.trailing ? "sameWaits" : "sameRequestWaits");
      const confirm = { title, action: say("sendAnother") };
      this.form.busy(false);
      const isAgreed = await agreedTo(confirm, this.form);
      this.form.busy(isAgreed);
      return isAgreed;
    }
    return true;
  }

  sign({ signature }) {
    this.app.notices.fall("send");
    return this.navigation.follow(signature, { chain: this.navigation.chainOver(this.form) });
  }

  async cancel({ cancel }) {
    if (!(await agreesToCancel(cancel.method, this.form))) return;
    this.app.notices.fall("send");
    try {
      const submission = await this.app.ask(cancel);
      this.app.sent.settle(submission);
      this.app.notices.passing(`${isolated(submission.title)}: ${isolated(submission.subtitle)}`, "success");
      this.draw();
    } catch (fault) {
      if (fault.isHandled) return;
      this.app.notices.stand("send", describe(fault), { tone: "error" });
      await this.refresh();
    }
  }
}

/** Reads a submission; true if it awaits a signature, or if no answer came. */
async function isWaiting(app, { href }) {
  try {
    const submission = await app.ask({ href });
    app.sent.settle(submission);
    return Boolean(submission.signature);
  } catch (fault) {
    // A submission that the server does not know does not wait.
    if (!(fault instanceof Problem) || fault.status !== 404) return true;
    app.sent.settle({ href });
    return false;
  }
}
