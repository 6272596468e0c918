import "./texts-of-forms.js";
import { agreed } from "./asking.js";
import { draw } from "./drawers.js";
import { element, freshId, show } from "./element.js";
import { Evaluation } from "./evaluation.js";
import { Faults } from "./faults.js";
import { differences } from "./differences.js";
import { keepingFocus } from "./focus.js";
import { Hearing } from "./hearing.js";
import { agreesToCancel } from "./leaving.js";
import { lockedOf } from "./missing.js";
import { describe, fall, passing, sentences, speak, stand, troubled } from "./notices.js";
import { loadOutcomes, outcomeParts } from "./outcome-parts.js";
import { NoAnswer, Problem, sentenceOf } from "./problem.js";
import { sent } from "./sent.js";
import { session } from "./session.js";
import { asksForCodes, drawAttempts, drawFolded, drawSigned } from "./signing.js";
import { Tap } from "./tap.js";
import { isolated, say } from "./texts.js";
import { ask } from "./transport.js";
import { Tree } from "./tree.js";
import { Waiting } from "./waiting.js";

/** A tree as a form on the screen: evaluates entries, draws the responses, and sends taps. */
export class Form {
  constructor(drawn, { navigation, keeping, source }) {
    Object.assign(this, { navigation, keeping, source });
    this.isLogin = !session.isOpen;
    this.element = element("form", { class: "form", novalidate: true, autocomplete: "on", on: { submit: (event) => event.preventDefault() } });
    this.waiting = new Waiting(navigation, this);
    /** The taps by button id. They persist when the form is redrawn. */
    this.taps = new Map();
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
    this.evaluation?.stop();
    this.question?.abort();
    this.sheets?.abort();
    this.sheets = new AbortController();
    this.faults.clear();
    /** The owner of the entries, even of text typed after the session has ended. */
    tree.owner = this.tree?.owner ?? session.user;
    tree.source = this.source?.href && (this.source.method ?? "GET") === "GET" ? this.source.href : undefined;
    this.tree = tree;
    this.evaluation = new Evaluation(tree, {
      troubled: (fault) => this.unchecked(fault), recovered: () => this.checked(), replaced: (next) => this.replace(next),
      more: () => this.more,
    });
    tree.listeners.add((atom) => atom && this.keeping.edited(tree, this));
    tree.listeners.add(() => this.faults.recount());
    tree.changed = () => this.hearing.later();
    const buttons = tree.atoms.filter((atom) => atom.kind === "button");
    const { result, signing } = tree.head;
    const outcome = result && outcomeParts();
    if (result && !outcome) loadOutcomes().then(() => this.tree === tree && (this.draw(tree), this.navigation.retitle(this)), troubled);
    const isSigning = asksForCodes(tree);
    const head = outcome ? outcome.drawOutcome(tree.head) : isSigning ? drawSigned(tree) : null;
    const all = runs(tree.atoms, { isSigning, result, sentTo: signing?.sentTo });
    const drawn = (isFirst) => all.filter((run) => !isSigning || Boolean(run.isFirst) === isFirst).map((run) => this.drawRun(run));
    // An error about a code is next to the codes, which have the focus.
    const fields = element("div", { class: "fields" }, head, outcome?.drawReceipt(tree.head, this.source?.row), isSigning ? this.faults.element : null, drawn(true));
    const isLater = (atom) => isSigning && atom.state.action?.name !== "submit";
    const actionsOf = (atoms, more) => element("div", { class: "actions" }, atoms.map((atom) => draw(atom, this)), more);
    const actions = actionsOf(buttons.filter((atom) => !isLater(atom)), outcome ? outcome.drawOutcomeActions(tree.head, this.navigation, buttons.length > 0) : []);
    this.element.classList.toggle("login", this.isLogin);
    this.element.classList.toggle("signing", isSigning);
    this.element.classList.toggle("outcome", !this.goesOn);
    const side = element("div", { class: "side" }, actions);
    show(actions, actions.childElementCount > 0);
    keepingFocus(this.element, () => this.element.replaceChildren(element("div", { class: "form-body" }, this.waiting.element, isSigning ? null : this.faults.element, fields, side,
      isSigning ? element("div", { class: "fields" }, drawFolded(tree.head, drawn(false)), actionsOf(buttons.filter(isLater), [])) : "")));
    // Screen readers announce the signed data with the first code.
    if (isSigning && head) this.describeCode(head);
  }

  drawRun(run) {
    const drawn = run.atoms.map((atom) => draw(atom, this)).filter(Boolean);
    if (run.name === "whole") return drawn;
    const heading = run.group ? element("h2", { class: "group-title", text: run.group }) : null;
    if (run.name !== "codes") {
      const title = heading ?? (drawn[0]?.localName === "h2" && drawn[0]);
      if (title) title.id ||= freshId("title");
      return element("div", { class: `card ${run.name}`, role: title && "group", "aria-labelledby": title.id }, heading, drawn);
    }
    return element("div", { class: "card codes" }, element("div", { class: "code-row" }, drawn), drawAttempts(this.tree.head.signing, (lead) => this.resend(lead)));
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
      const answer = await this.awaited(ask(lead));
      const next = answer?.next ?? answer;
      if (next?.atoms) this.replace(next, { isSilent: true });
    } catch (fault) {
      this.refused(fault, () => this.resend(lead));
    }
  }

  /** True if the form has a button or an enabled input. */
  get goesOn() {
    return [...this.tree.all()].some((atom) => atom.kind === "button" || (atom.isInput && atom.isEnabled));
  }

  /** True if the form has an enabled input. */
  get isEntered() { return [...this.tree.all()].some((atom) => atom.isInput && atom.isEnabled); }

  describeCode(head) {
    head.id ||= freshId("signed");
    const code = this.tree.atoms.find(isCode);
    if (!code) return;
    code.about = head.id;
    code.changed();
  }

  /** The input to focus first: the first code, if there is one. */
  get first() { return this.element.querySelector("input.code"); }

  focusFirstButton() { this.element.querySelector(".actions button:enabled")?.focus(); }

  /** Evaluates an atom after a choice or the end of typing. */
  committed(atom) { this.evaluation.changed(atom); }

  /** Taps the first enabled button, after Enter in a field. */
  enter() {
    const first = this.tree.atoms.find((atom) => atom.kind === "button" && atom.isShown && atom.isEnabled);
    if (first) this.tap(first);
  }

  /** Performs the action of a button or link. */
  async tap(atom) {
    const { name, method = "GET" } = atom.state.action ?? {};
    if (this.isBusy || this.isAsking) return;
    // Validate only values that are sent.
    const isSent = method !== "GET" && !["back", "cancel"].includes(name);
    if (atom.state.confirm && !(await this.agrees(atom, isSent))) return;
    const { tree } = this;
    if (name === "navigate") await this.settled();
    if (this.tree !== tree) return;
    const { href } = atom.state.action ?? atom.state;
    if (name === "cancel") return this.cancel(href && method !== "GET" ? { method, href } : null, Boolean(atom.state.confirm));
    if (!href) return this.navigation.back();
    // A page without inputs is left together with the pages after it.
    if (method === "GET") return this.navigation.follow({ href, method }, { chain: this.isEntered ? 0 : this.navigation.chainOver(this) });
    await this.submit(atom);
  }

  /**
   * Asks the question of a button. Evaluates the form first, because the question can contain
   * values. If `isSent`, also validates it; errors are shown instead of the question.
   */
  async agrees(atom, isSent) {
    const { tree } = this;
    this.isAsking = true;
    try {
      this.commitTyping();
      await this.evaluation.settled();
      if (isSent && !(await this.isRight())) return false;
      if (this.tree !== tree || !atom.isShown || !atom.isEnabled) return false;
      this.question = new AbortController();
      return await agreed(atom, this.question.signal) && this.tree === tree && atom.isShown && atom.isEnabled;
    } finally {
      this.isAsking = false;
    }
  }

  /**
   * Returns true if the server finds no error. If it does not respond, checks only for unreadable
   * text. Shows the errors.
   */
  async isRight() {
    const { tree } = this;
    this.busy(true, { isSpoken: false });
    const isJudged = await this.evaluation.judge();
    this.busy(false);
    if (this.tree !== tree) return false;
    const unreadable = this.unreadable();
    const wrong = isJudged ? [...tree.all()].filter((each) => tree.isSeen(each) && each.state.error) : unreadable;
    if (wrong.length) this.blame(wrong.map((each) => ({ ...each.state.error, atom: each.path })));
    return !wrong.length;
  }

  /** Returns the visible atoms with unreadable text, and shows their errors. */
  unreadable() {
    const { tree } = this;
    return [...tree.all()].filter((each) => tree.isSeen(each) && each.isEnabled && each.tellUnreadable());
  }

  /** Commits text in typing. */
  commitTyping() {
    if (this.element.contains(document.activeElement) && document.activeElement.matches("input, textarea")) document.activeElement.blur();
  }

  /**
   * Leaves the form. With an action, first cancels the submission or deletes the draft, after the
   * person agrees.
   */
  async cancel(action, isAgreed) {
    try {
      if (action && !isAgreed && !(await agreesToCancel(action.method, this.signal))) return;
      const answer = action && await this.awaited(ask(action));
      sent.settle(answer);
      this.keeping.leave(this.tree);
      // The server reports the cancelled submission and its state.
      this.navigation.back(answer?.title && answer.subtitle && `${isolated(answer.title)}: ${isolated(answer.subtitle)}`);
    } catch (fault) {
      this.refused(fault, () => this.cancel(action, true));
    }
  }

  /**
   * Commits the typing, and waits at most a second for the last evaluation, because the request
   * reports the shown values, and the target of a button can contain them.
   */
  async settled() {
    this.commitTyping();
    await Promise.race([this.evaluation.settled(), new Promise((done) => { setTimeout(done, 1000); })]);
  }

  async submit(atom) {
    this.commitTyping();
    fall("send");
    if (!this.faults.isOfFields) this.faults.clear();
    const { tree } = this;
    const unreadable = this.unreadable();
    if (unreadable.length) return this.blame(unreadable.map((each) => each.state.error));
    this.busy(true);
    const wasLogin = this.isLogin;
    try {
      await this.settled();
      if (this.tree !== tree || !(await this.waiting.allows(atom, tree.values())) || this.tree !== tree) return;
      const tap = this.tapOf(atom);
      const { answer, isEarlier } = await tap.send(tree, atom);
      this.faults.clear();
      if (answer?.submission || wasLogin) this.keeping.leave(tree);
      this.waiting.keys.add(tap.key);
      this.evaluation.stop();
      await this.navigation.answered(this, answer);
      if (isEarlier) passing(say("delivered"), "warning");
    } catch (fault) {
      if (this.tree === tree) this.refused(fault, () => this.tap(atom));
    } finally {
      this.busy(false);
    }
  }

  tapOf({ id }) {
    if (!this.taps.has(id)) this.taps.set(id, new Tap());
    return this.taps.get(id);
  }

  /**
   * Resumes the requests that an earlier page sent from this form: restores the values of an
   * untouched form, the keys, and the waiting submissions.
   */
  recall() {
    const button = ({ href }) => this.tree.atoms.find(({ state }) => state.action?.href === href);
    const records = this.tree.atoms.flatMap(({ state }) => sent.of(state.action?.href));
    if (!records.length) return;
    if (!this.tree.isTouched) {
      this.fill(records.at(-1).body.values);
      this.tree.isLeft = Boolean(records.at(-1).submission);
    }
    for (const record of records) {
      if (record.submission) this.waiting.keys.add(record.key);
      this.tapOf(button(record)).key = record.key;
    }
    this.waiting.draw();
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
    if (isSpoken) speak(say("sending"));
  }

  /** Shows why a tap failed. */
  refused(fault, again) {
    if (fault.isHandled) return;
    const isUnknown = fault instanceof NoAnswer || (fault instanceof Problem && fault.isPassing && fault.status !== 429);
    if (!(fault instanceof Problem) && !(fault instanceof NoAnswer)) console.error(fault);
    if (isUnknown) {
      const text = fault instanceof NoAnswer ? say("unsent") : describe(fault);
      return stand("send", text, { tone: "error", label: say("retry"), act: () => { fall("send"); again(); } });
    }
    const { next, errors, changes } = fault;
    sent.settle(fault.body?.submission);
    if (fault.isLocked) {
      // A form keeps its entries below the page; the page replaces a signature.
      const { signing, self } = this.tree.head;
      return signing ? this.navigation.put(this, lockedOf(fault, self)) : this.navigation.show(lockedOf(fault));
    }
    if (changes.length && next?.atoms && next.operation === this.tree.head.operation) return this.tellChanges(fault);
    if (next?.flow && this.tree.head.flow) {
      return this.navigation.show(next).then(() => passing(fault.title));
    }
    if (next?.atoms && next.operation !== this.tree.head.operation) {
      // Another document replaces the form, such as the state of the submission.
      passing(describe(fault), "error");
      return this.navigation.put(this, next, fault.body.submission);
    }
    if (next?.atoms) this.replace(next, { isSilent: true });
    if (next && !next.atoms) this.navigation.show(next);
    // The list of items has changed: evaluate the form to show the current one.
    if (errors.some((error) => error.code === "items")) this.evaluation.everything();
    if (errors.length) return this.blame(errors, fault);
    const links = fault.leads.map((lead) => element("button", {
      type: "button", class: "text-button", text: lead.title, on: { click: () => { fall("send"); this.navigation.follow(lead); } },
    }));
    if (!(fault instanceof Problem)) return stand("send", describe(fault), { tone: "error", links });
    const [title, ...rest] = sentences(fault);
    // The remaining attempts are shown next to the codes.
    const isCounted = (text) => Number.isInteger(next?.signing?.attemptsLeft) && text === say("attempts", { count: next.signing.attemptsLeft });
    this.faults.tell({ title, text: rest.filter((each) => !isCounted(each)).join(". "), links });
    if (!next?.atoms) return this.faults.focus();
    speak([title, ...rest].join(". "));
    this.focusFirst();
  }

  /**
   * Draws values that changed since they were shown, and lists them with the earlier ones. The
   * person agrees by sending again.
   */
  tellChanges({ title, changes, next }) {
    const before = this.tree;
    this.replace(next, { isSilent: true, hasValues: true });
    this.faults.tell({ title, text: say("changedText"), changes: differences(changes, before, this.tree) });
    this.faults.focus();
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
    if (signing) this.element.closest("dialog.layer, html").scrollTop = 0;
    place.scrollIntoView({ block: signing ? "nearest" : "center", behavior: "instant" });
  }

  focusFirst() {
    const first = [...this.tree.all()].find((atom) => atom.isInput && atom.isShown && atom.isEnabled);
    if (first) this.lead(first);
  }

  /**
   * Draws a newer tree with the entries of the previous one. `hasValues` is true if the server drew
   * it with the sent values.
   */
  replace(next, { isSilent = false, secrets = false, hasValues = false } = {}) {
    const tree = new Tree(next);
    const isSame = next.operation === this.tree.head.operation;
    if (isSame) tree.carry(this.tree, { secrets, hasValues });
    this.draw(tree);
    this.navigation.retitle(this);
    if (isSame && tree.isTouched) this.evaluation.everything();
    if (!isSilent) passing(say("formChanged"));
  }

  /** Draws the form again in the current language. */
  async redraw() {
    const source = this.tree.head.flow ?? this.tree.head.self ?? this.source;
    if (!source?.href || (source.method ?? "GET") !== "GET") return;
    const answer = await this.navigation.drawn({ href: source.href }, this.tree.head.isMissing);
    const next = answer.atoms ? answer : answer.next;
    if (next?.atoms) this.replace(next, { isSilent: true, secrets: true });
  }

  /** Shows which values of a draft could not be restored or need a check. */
  noteCarried({ dropped = [], doubtful = [] }) {
    for (const { atom, message } of doubtful) {
      const place = this.tree.at(atom);
      if (!place) continue;
      place.state = { ...place.state, warning: place.state.warning ?? { message } };
      place.changed();
    }
    if (dropped.length) passing(dropped.map((each) => each.message).join(". "), "warning");
  }

  unchecked(fault) {
    if (fault.isPassing === false) return stand("check", describe(fault), { tone: "error" });
    if (this.evaluation.failures > 1) return;
    stand("check", say("offline"), { label: say("retry"), act: () => this.evaluation.send() });
  }

  checked() { if (fall("check")) passing(say("connectionBack")); }

  /**
   * Updates the form when it is shown again: its waiting submissions, and a form without inputs.
   */
  async refresh({ isBack = false } = {}) {
    if (isBack) this.waiting.focus();
    await this.waiting.refresh();
    if (!this.isEntered && this.tree.head.self) await this.redraw().catch((fault) => console.info(describe(fault)));
  }

  /** Restores values that were typed in an earlier drawing. */
  fill(values) {
    this.tree.fill(values);
    this.draw(this.tree);
    this.evaluation.everything();
  }

  /** Stops the form after it was left. */
  close() {
    this.question?.abort();
    this.sheets.abort();
    this.evaluation.stop();
    for (const key of this.waiting.keys) if (!sent.get(key)?.submission?.signature) sent.drop(key);
    for (const name of ["send", "check"]) fall(name);
  }
}

/**
 * Groups atoms into runs, each on one card: fields, shown values, codes, links. Groups and repeats
 * are separate; buttons are excluded. Warnings come first for a signature or result, then codes. A
 * title begins a card.
 */
function runs(atoms, { isSigning, result, sentTo }) {
  const found = [];
  const codes = isSigning ? atoms.filter(isCode) : [];
  // The person reads warnings before signing.
  const warnings = isSigning || result ? atoms.filter((atom) => atom.state.severity === "warning") : [];
  if (warnings.length) found.push({ name: "whole", atoms: warnings, isFirst: true });
  if (codes.length) found.push({ name: "codes", atoms: codes, isFirst: true });
  for (const atom of atoms) {
    if (atom.kind === "button" || codes.includes(atom) || warnings.includes(atom)) continue;
    // The destination of the code is shown next to it.
    if (sentTo && atom.kind === "text" && !atom.state.pair && atom.state.caption?.includes(sentTo)) continue;
    // The head of a result shows these texts.
    if (result && atom.kind === "text" && [result.title, result.text, ...(result.next ?? [])].includes(atom.state.caption)) continue;
    const { pair } = atom.state;
    const name = { link: "rows", group: "whole", repeat: "whole" }[atom.kind] ?? (pair && !isTitle(atom) ? "facts" : "grid");
    const last = found.at(-1);
    const goesOn = last?.name === name && name !== "whole" && (last.group ?? "") === (pair?.group ?? "") && !(name === "grid" && isTitle(atom) && !pair);
    // The title of a page is on the card of its values.
    const isHeaded = name === "facts" && !pair.group && last?.name === "grid" && last.atoms.length === 1 && isTitle(last.atoms[0]);
    if (isHeaded) last.name = name;
    if (goesOn || isHeaded) last.atoms.push(atom);
    else found.push({ name, atoms: [atom], group: name === "facts" ? pair.group : undefined });
  }
  return found;
}

const isCode = (atom) => atom.kind === "textInput" && atom.state.type === "code";
const isTitle = (atom) => atom.kind === "text" && atom.state.fontSize === "title";
