import { element, show } from "./element.js";
import { describe, fall, passing, stand } from "./notices.js";
import { Problem } from "./problem.js";
import { rowOf } from "./row.js";
import { say } from "./texts.js";
import { ask } from "./transport.js";

/** A submission of a form that awaits a signature: it is told above the form when the person comes back, to go on with or to take back. */
export class Waiting {
  constructor(navigation, form) {
    Object.assign(this, { navigation, form, sent: new Map() });
    this.element = element("section", { class: "card waiting", hidden: true, "aria-label": say("waiting") });
  }

  /** Remembers what was sent. */
  add(submission) { this.sent.set(submission.href, submission); }

  /** Asks what became of it, and draws what still waits. */
  async refresh() {
    await Promise.all([...this.sent.values()].map(async ({ href }) => {
      try {
        this.settle(await ask({ href }));
      } catch (fault) {
        // An atom that the server does not know does not wait; without an answer it keeps its state.
        if (fault instanceof Problem && fault.status === 404) this.sent.delete(href);
      }
    }));
    this.draw();
  }

  settle(submission) {
    if (submission.signature) this.sent.set(submission.href, submission);
    else this.sent.delete(submission.href);
  }

  draw() {
    const all = [...this.sent.values()];
    const title = all.length === 1 ? say("waitingOne") : say("waitingSome", { count: all.length });
    this.element.replaceChildren(
      element("h2", { class: "module-title", text: title }),
      element("ul", { class: "list" }, all.map((each) => element("li", {}, rowOf(each), element(
        "div", { class: "waiting-buttons" },
        element("button", { type: "button", class: "text-button", text: say("sign"), on: { click: () => this.sign(each) } }),
        each.cancel && element("button", { type: "button", class: "text-button remove", text: say("takeBack"), on: { click: () => this.cancel(each) } }))))));
    show(this.element, all.length > 0);
  }

  sign({ signature }) {
    fall("send");
    return this.navigation.follow(signature, { chain: this.navigation.chainOver(this.form) });
  }

  async cancel({ href, cancel }) {
    fall("send");
    try {
      const submission = await ask(cancel);
      this.sent.delete(href);
      passing(`${submission.title}: ${submission.subtitle}`, "success");
      this.draw();
    } catch (fault) {
      if (fault instanceof Problem && fault.isHandled) return;
      stand("send", describe(fault), { tone: "error" });
      await this.refresh();
    }
  }
}
