import "./texts-of-forms.js";
import { agreed } from "./asking.js";
import { reconcile } from "./draft-conflict.js";
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
import { NoAnswer, Problem } from "./problem.js";
import { sent } from "./sent.js";
import { session } from "./session.js";
import { asksForCodes, drawAttempts, drawFolded, drawSigned } from "./signing.js";
import { Tap } from "./tap.js";
import { isolated, say } from "./texts.js";
import { ask } from "./transport.js";
import { Tree } from "./tree.js";
import { Waiting } from "./waiting.js";

/** A tree on the screen: what was typed goes to the server, what it answers is drawn, taps are sent. */
export class Form {
  constructor(drawn, { navigation, keeping, source }) {
    Object.assign(this, { navigation, keeping, source });
    this.isLogin = !session.isOpen;
    this.element = element("form", { class: "form", novalidate: true, autocomplete: "on", on: { submit: (event) => event.preventDefault() } });
    this.waiting = new Waiting(navigation, this);
    /** The taps by the ids of buttons: they go on when the form is drawn anew. */
    this.taps = new Map();
    this.faults = new Faults(this);
    this.hearing = new Hearing(this);
    this.draw(new Tree(drawn));
  }

  get title() { return this.tree.head.signing?.about ?? this.tree.head.title; }
  get forms() { return [this]; }
  /** The id of the sentence on the outcome, which describes the heading. */
  get outcomeId() { return this.element.querySelector(".outcome-title")?.id; }

  /** Draws a tree in the place of the one before. */
  draw(tree) {
    this.evaluation?.stop();
    this.question?.abort();
    this.sheets?.abort();
    this.sheets = new AbortController();
    this.faults.clear();
    /** The person who entered it: text that is typed on after the session has ended is still theirs. */
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
    // What is wrong with a code stands beside the codes, which have the focus.
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
    // Whoever hears the first code hears what is signed by it.
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

  /** Taken away from dialogs of this drawing when it ends. */
  get signal() { return this.sheets.signal; }

  /** Merges the draft as another tab or device has changed it, which a refusal brings; answers whether the form is still the same. */
  merge(refusal) { return reconcile(this, refusal); }

  /** Asks for another code. */
  async resend(lead) {
    try {
      const answer = await this.awaited(ask(lead));
      const next = answer?.next ?? answer;
      if (next?.atoms) this.replace(next, { isSilent: true });
    } catch (fault) {
      this.refused(fault, () => this.resend(lead));
    }
  }

  /** True if there is anything left to enter or to send. */
  get goesOn() {
    return [...this.tree.all()].some((atom) => atom.kind === "button" || (atom.isInput && atom.isEnabled));
  }

  /** True if there is anything to enter. */
  get isEntered() { return [...this.tree.all()].some((atom) => atom.isInput && atom.isEnabled); }

  describeCode(head) {
    head.id ||= freshId("signed");
    const code = this.tree.atoms.find(isCode);
    if (!code) return;
    code.about = head.id;
    code.changed();
  }

  /** The input that has the focus when the form is shown: the first code, where codes are asked for. */
  get first() { return this.element.querySelector("input.code"); }

  /** Leads to the first button that can be tapped. */
  focusFirstButton() { this.element.querySelector(".actions button:enabled")?.focus(); }

  /** Something was chosen, or typing has ended. */
  committed(atom) { this.evaluation.changed(atom); }

  /** Enter in a field does what the first button does. */
  enter() {
    const first = this.tree.atoms.find((atom) => atom.kind === "button" && atom.isShown && atom.isEnabled);
    if (first) this.tap(first);
  }

  /** Does what a button or a reference says. */
  async tap(atom) {
    const { name, method = "GET", href } = atom.state.action ?? { href: atom.state.href };
    if (this.isBusy || this.isAsking) return;
    // What is not sent is not judged.
    const isSent = method !== "GET" && !["back", "cancel"].includes(name);
    if (atom.state.confirm && !(await this.agrees(atom, isSent))) return;
    if (name === "cancel") return this.cancel(href && method !== "GET" ? { method, href } : null, Boolean(atom.state.confirm));
    if (!href) return this.navigation.back();
    // A page that only shows is passed: it is not shown again after the page behind it is done.
    if (method === "GET") return this.navigation.follow({ href, method }, { chain: this.isEntered ? 0 : this.navigation.chainOver(this) });
    await this.submit(atom);
  }

  /**
   * Asks the question of a button. It may show values, so that what was typed is told to the server first; of what `isSent` the faults
   * are told first, and nothing is asked while there are any.
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

  /** True if the server finds no fault in what was entered, or cannot be asked now; faults are told. */
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

  /** The atoms that are seen with something typed that cannot be read; each tells so. */
  unreadable() {
    const { tree } = this;
    return [...tree.all()].filter((each) => tree.isSeen(each) && each.isEnabled && each.tellUnreadable());
  }

  /** Text in typing is committed. */
  commitTyping() {
    if (this.element.contains(document.activeElement) && document.activeElement.matches("input, textarea")) document.activeElement.blur();
  }

  /** Leaves the form; with an action, cancels its submission or deletes its draft, once the person has agreed. */
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
      // The results of the last entry are drawn before they are reported as shown.
      await Promise.race([this.evaluation.settled(), new Promise((done) => { setTimeout(done, 1000); })]);
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

  /** Resumes the requests that an earlier page sent from this form: the values if the form is empty, the keys, the waiting submissions. */
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

  /** Shows that an answer is awaited, if it takes long. */
  awaited(promise) { return this.navigation.progress?.during(promise) ?? promise; }

  busy(isBusy, { isSpoken = isBusy } = {}) {
    this.isBusy = isBusy;
    this.rested?.();
    if (isBusy) this.navigation.progress?.during(new Promise((done) => { this.rested = done; }));
    this.element.setAttribute("aria-busy", String(isBusy));
    this.element.classList.toggle("busy", isBusy);
    if (isSpoken) speak(say("sending"));
  }

  /** Tells why a tap came to nothing, where it belongs. */
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
      // Something else is to be seen now: what became of what was sent, or who asks for it.
      passing(describe(fault), "error");
      return this.navigation.put(this, next, fault.body.submission);
    }
    if (next?.atoms) this.replace(next, { isSilent: true });
    if (next && !next.atoms) this.navigation.show(next);
    // The list of the items has changed: the form shows the present one.
    if (errors.some((error) => error.code === "items")) this.evaluation.everything();
    if (errors.length) return this.blame(errors, fault);
    const links = fault.leads.map((lead) => element("button", {
      type: "button", class: "text-button", text: lead.title, on: { click: () => { fall("send"); this.navigation.follow(lead); } },
    }));
    if (!(fault instanceof Problem)) return stand("send", describe(fault), { tone: "error", links });
    const [title, ...rest] = sentences(fault);
    // The attempts that are left stand beside the codes that are asked for again.
    const isCounted = (text) => Number.isInteger(next?.signing?.attemptsLeft) && text === say("attempts", { count: next.signing.attemptsLeft });
    this.faults.tell({ title, text: rest.filter((each) => !isCounted(each)).join(". "), links });
    if (!next?.atoms) return this.faults.focus();
    speak([title, ...rest].join(". "));
    this.focusFirst();
  }

  /** Draws the values that have changed since they were shown, and lists them with the earlier ones: the person agrees by sending again. */
  tellChanges({ title, changes, next }) {
    const before = this.tree;
    this.replace(next, { isSilent: true, hasValues: true });
    this.faults.tell({ title, text: say("changedText"), changes: differences(changes, before, this.tree) });
    this.faults.focus();
  }

  /**
   * Shows violations at their atoms. Several are told above the form too, with links to the fields, and that gets the focus; one
   * alone gets it itself.
   */
  blame(errors, fault) {
    const { found, others } = this.tree.blame(errors);
    this.hearing.note();
    const text = others.map((error) => error.message).join(". ");
    if (found.length === 1 && !others.length) {
      this.faults.clear();
      return this.lead(found[0]);
    }
    this.faults.tell({ title: found.length ? say("faults") : fault?.title ?? say("error"), text, atoms: found });
    this.faults.focus();
  }

  /** Leads to an atom: the screen and the focus go there. */
  lead(atom) {
    const place = this.element.querySelector(`[data-atom="${CSS.escape(atom.path)}"]`);
    if (!place) return;
    for (let each = place.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
    place.focusAtom?.();
    const { signing } = this.tree.head;
    // The sum above the codes stays in sight.
    if (signing) this.element.closest("dialog.layer, html").scrollTop = 0;
    place.scrollIntoView({ block: signing ? "nearest" : "center", behavior: "instant" });
  }

  focusFirst() {
    const first = [...this.tree.all()].find((atom) => atom.isInput && atom.isShown && atom.isEnabled);
    if (first) this.lead(first);
  }

  /** Draws the server's newer tree with what was entered in the one before; `hasValues` if it was drawn with what was sent. */
  replace(next, { isSilent = false, secrets = false, hasValues = false } = {}) {
    const tree = new Tree(next);
    const isSame = next.operation === this.tree.head.operation;
    if (isSame) tree.carry(this.tree, { secrets, hasValues });
    this.draw(tree);
    this.navigation.retitle(this);
    if (isSame && tree.isTouched) this.evaluation.everything();
    if (!isSilent) passing(say("formChanged"));
  }

  /** Draws the form again in the present language. */
  async redraw() {
    const source = this.tree.head.flow ?? this.tree.head.self ?? this.source;
    if (!source?.href || (source.method ?? "GET") !== "GET") return;
    const answer = await this.navigation.drawn({ href: source.href }, this.tree.head.isMissing);
    const next = answer.atoms ? answer : answer.next;
    if (next?.atoms) this.replace(next, { isSilent: true, secrets: true });
  }

  /** A draft was drawn: what could not be carried over, or should be looked at, is told. */
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

  /** It is seen again: what was sent from here and awaits a signature is told; what only shows is asked for anew. */
  async refresh({ isBack = false } = {}) {
    if (isBack) this.waiting.focus();
    await this.waiting.refresh();
    if (!this.isEntered && this.tree.head.self) await this.redraw().catch((fault) => console.info(describe(fault)));
  }

  /** Puts values into it that were typed in an earlier drawing. */
  fill(values) {
    this.tree.fill(values);
    this.draw(this.tree);
    this.evaluation.everything();
  }

  /** The form was left. */
  close() {
    this.question?.abort();
    this.sheets.abort();
    this.evaluation.stop();
    for (const key of this.waiting.keys) if (!sent.get(key)?.submission?.signature) sent.drop(key);
    for (const name of ["send", "check"]) fall(name);
  }
}

/**
 * Atoms in runs that are drawn on one card: fields, values that are only shown, codes, references; groups and lists stand by
 * themselves, buttons below. Warnings and codes of a signature come first; a title begins a card.
 */
function runs(atoms, { isSigning, result, sentTo }) {
  const found = [];
  const codes = isSigning ? atoms.filter(isCode) : [];
  // What the bank warns of is read before anything is signed.
  const warnings = isSigning || result ? atoms.filter((atom) => atom.state.severity === "warning") : [];
  if (warnings.length) found.push({ name: "whole", atoms: warnings, isFirst: true });
  if (codes.length) found.push({ name: "codes", atoms: codes, isFirst: true });
  for (const atom of atoms) {
    if (atom.kind === "button" || codes.includes(atom) || warnings.includes(atom)) continue;
    // Where the code was sent stands beside it.
    if (sentTo && atom.kind === "text" && !atom.state.pair && atom.state.caption?.includes(sentTo)) continue;
    // The head of a result has its state and the next steps.
    if (result && atom.kind === "text" && [result.title, result.text, ...(result.next ?? [])].includes(atom.state.caption)) continue;
    const { pair } = atom.state;
    const name = { link: "rows", group: "whole", repeat: "whole" }[atom.kind] ?? (pair && !isTitle(atom) ? "facts" : "grid");
    const last = found.at(-1);
    const goesOn = last?.name === name && name !== "whole" && (last.group ?? "") === (pair?.group ?? "") && !(name === "grid" && isTitle(atom) && !pair);
    if (goesOn) last.atoms.push(atom);
    else found.push({ name, atoms: [atom], group: name === "facts" ? pair.group : undefined });
  }
  return found;
}

const isCode = (atom) => atom.kind === "textInput" && atom.state.type === "code";
const isTitle = (atom) => atom.kind === "text" && atom.state.fontSize === "title";
