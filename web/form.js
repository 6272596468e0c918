import "./texts-of-forms.js";
import { isTree } from "./client/documents.js";
import { element } from "./element.js";
import { FormSession } from "./client/form-session.js";
import { Faults } from "./faults.js";
import { drawContent } from "./form-content.js";
import { Hearing } from "./hearing.js";
import { describe } from "./notices.js";
import { sentenceOf } from "./client/problem.js";
import { refused } from "./refusals.js";
import { submitted, tapped } from "./submitting.js";
import { say } from "./texts.js";
import { Tree } from "./client/tree.js";
import { Waiting } from "./waiting.js";

/** A form on the screen: draws the tree of its session and the responses to taps. */
export class Form extends FormSession {
  /**
   * The question about a tap, which ends with the form.
   * @type {AbortController | undefined}
   */
  question;

  constructor(drawn, /** @type {{ navigation: any, source?: any }} */ { navigation, source }) {
    const { app } = navigation;
    super(app.connection, { sent: app.sent, drafts: navigation.keeping });
    this.app = app;
    this.navigation = navigation;
    this.keeping = navigation.keeping;
    this.source = source;
    this.element = element("form", {
      class: "form", novalidate: true, autocomplete: "on", on: { submit: (event) => event.preventDefault() },
    });
    this.waiting = new Waiting(navigation, this);
    this.faults = new Faults(this);
    this.hearing = new Hearing(this);
    this.draw(new Tree(drawn));
  }

  get title() { return this.tree.head.signing?.about ?? this.tree.head.title; }
  get forms() { return [this]; }
  /** The id of the outcome's title, which describes the heading. */
  get outcomeId() { return this.element.querySelector(".outcome-title")?.id; }

  /** Draws a tree instead of the previous one. */
  draw(tree) {
    this.question?.abort();
    this.sheets?.abort();
    this.sheets = new AbortController();
    this.faults.clear();
    tree.source = this.source?.href && (this.source.method ?? "GET") === "GET" ? this.source.href : undefined;
    super.draw(tree);
    tree.listeners.add(() => this.faults.recount());
    tree.changed = () => this.hearing.later();
    drawContent(this);
  }

  /** Aborted when this drawing is replaced or closed, which closes its dialogs. */
  get signal() { return this.sheets.signal; }

  /**
   * Merges the draft that another tab or device has changed, from the error response. Returns true
   * if the form is still the same.
   */
  async merge(refusal) {
    const { reconcile } = await import("./draft-conflict.js");
    return reconcile(this, refusal);
  }

  /** Requests another code. */
  async resend(lead) {
    try {
      const answer = await this.awaited(this.app.ask(lead));
      const next = answer?.next ?? answer;
      if (isTree(next)) this.replace(next, { isSilent: true });
    } catch (fault) {
      this.refused(fault, () => this.resend(lead));
    }
  }

  /** The input to focus first: the first code, if there is one. */
  get first() { return this.element.querySelector("input.code"); }

  focusFirstButton() { this.element.querySelector(".actions button:enabled")?.focus(); }

  /** Taps the first enabled button, after Enter in a field. */
  enter() {
    const first = this.tree.atoms.find((atom) => atom.kind === "button" && atom.isShown && atom.isEnabled);
    if (first) this.tap(first);
  }

  /** Performs the action of a button or link. */
  tap(atom) { return tapped(this, atom); }

  submit(atom) { return submitted(this, atom); }

  /** Shows why a tap failed. */
  refused(fault, again) { return refused(this, fault, again); }

  /** Resumes the requests of an earlier page, and shows the waiting submissions. */
  recall() {
    const records = super.recall();
    for (const { submission, key } of records) if (submission) this.waiting.keys.add(key);
    if (records.length) this.waiting.draw();
    return records;
  }

  /** Sends an unanswered record again with its key. */
  submitAgain(record) { return this.submit(this.tree.atoms.find(({ state }) => state.action?.href === record.href)); }

  /** Shows that a response is pending, if it takes long. */
  awaited(promise) { return this.navigation.progress?.during(promise) ?? promise; }

  busy(isBusy, { isSpoken = isBusy } = {}) {
    this.isBusy = isBusy;
    this.rested?.();
    if (isBusy) this.navigation.progress?.during(new Promise((done) => { this.rested = done; }));
    this.element.setAttribute("aria-busy", String(isBusy));
    this.element.classList.toggle("busy", isBusy);
    if (isSpoken) this.app.notices.speak(say("sending"));
  }

  /**
   * Shows violations at their atoms. A single violation gets the focus. Several are also listed
   * above the form, and the list gets the focus.
   */
  blame(errors, fault) {
    const { found, others } = this.tree.blame(errors);
    this.hearing.note();
    const text = others.map(sentenceOf).join(". ");
    if (found.length === 1 && !others.length) {
      this.faults.clear();
      return this.lead(found[0]);
    }
    this.faults.tell({ title: found.length ? say("faults") : fault?.title ?? say("error"), text, atoms: found });
    this.faults.focus();
  }

  /** Scrolls to an atom and focuses it. */
  lead(atom) {
    // Repeats open the item around it. Outer repeats are first.
    for (const each of this.tree.all()) each.reveal?.(atom);
    const place = this.element.querySelector(`[data-atom="${CSS.escape(atom.path)}"]`);
    if (!place) return;
    for (let each = place.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
    place.focusAtom?.();
    const { signing } = this.tree.head;
    // Keep the amount above the codes visible.
    if (signing) this.element.closest("dialog.layer, html")?.scrollTo(0, 0);
    place.scrollIntoView({ block: signing ? "nearest" : "center", behavior: "instant" });
  }

  focusFirst() {
    const first = [...this.tree.all()].find((atom) => atom.isInput && atom.isShown && atom.isEnabled);
    if (first) this.lead(first);
  }

  /** Draws a newer tree, and reports it unless `isSilent`. */
  replace(next, { isSilent = false, secrets = false, hasValues = false } = {}) {
    super.replace(next, { secrets, hasValues });
    this.navigation.retitle(this);
    if (!isSilent) this.app.notices.passing(say("formChanged"));
  }

  /** Draws the form again in the current language. */
  async redraw() {
    const source = this.tree.head.flow ?? this.tree.head.self ?? this.source;
    if (!source?.href || (source.method ?? "GET") !== "GET") return;
    const answer = await this.navigation.drawn({ href: source.href }, this.tree.head.isMissing);
    const next = isTree(answer) ? answer : answer.next;
    if (isTree(next)) this.replace(next, { isSilent: true, secrets: true });
  }

  /** Shows which values of a draft could not be restored or need a check. */
  noteCarried({ dropped = [], doubtful = [] }) {
    this.tree.doubt(doubtful);
    if (!dropped.length) return;
    this.app.notices.passing(dropped.map((each) => each.message).join(". "), "warning");
  }

  troubled(fault) {
    if (fault.isPassing === false) return this.app.notices.stand("check", describe(fault), { tone: "error" });
    if (this.evaluation.failures > 1) return;
    const act = () => this.evaluation.send();
    this.app.notices.stand("check", say("offline"), { label: say("retry"), act });
  }

  recovered() {
    const { notices } = this.app;
    if (notices.fall("check")) notices.passing(say("connectionBack"));
  }

  /**
   * Updates the form when it is shown again: its waiting submissions, and a form without inputs.
   */
  async refresh({ isBack = false } = {}) {
    if (isBack) this.waiting.focus();
    await this.waiting.refresh();
    if (!this.isEntered && this.tree.head.self) await this.redraw().catch((fault) => console.info(describe(fault)));
  }

  /** Stops the form after it was left. */
  close() {
    this.question?.abort();
    this.sheets.abort();
    super.close();
    for (const key of this.waiting.keys) if (!this.sent.get(key)?.submission?.signature) this.sent.drop(key);
    for (const name of ["send", "check"]) this.app.notices.fall(name);
  }
}
