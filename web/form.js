import { agreed } from "./asking.js";
import { draw } from "./drawers.js";
import { element, show } from "./element.js";
import { Evaluation } from "./evaluation.js";
import { describe, fall, passing, renote, speak, stand } from "./notices.js";
import { NoAnswer, Problem } from "./problem.js";
import { session } from "./session.js";
import { drawSummary } from "./summary.js";
import { Tap } from "./tap.js";
import { say } from "./texts.js";
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
    this.draw(new Tree(drawn));
  }

  get title() { return this.tree.head.title; }
  get forms() { return [this]; }

  /** Draws a tree in the place of the one before. */
  draw(tree) {
    this.evaluation?.stop();
    this.question?.abort();
    /** The person who entered it: text that is typed on after the session has ended is still theirs. */
    tree.owner = this.tree?.owner ?? session.user;
    tree.source = this.source?.href && (this.source.method ?? "GET") === "GET" ? this.source.href : undefined;
    this.tree = tree;
    this.taps = new Map();
    this.evaluation = new Evaluation(tree, {
      troubled: (fault) => this.unchecked(fault), recovered: () => this.checked(), replaced: (next) => this.replace(next),
      more: () => this.more,
    });
    tree.listeners.add((atom) => atom && this.keeping.edited(tree));
    tree.listeners.add(() => this.recount());
    const buttons = tree.atoms.filter((atom) => atom.kind === "button");
    const fields = element("div", { class: "fields" }, runs(tree.atoms).map((run) => this.drawRun(run)));
    const actions = element("div", { class: "actions" }, buttons.map((atom) => draw(atom, this)));
    const isEntered = [...tree.all()].some((atom) => atom.isInput && atom.isEnabled && !atom.isSecret);
    const summary = isEntered && !this.isLogin ? drawSummary(tree) : null;
    this.element.classList.toggle("beside", Boolean(summary));
    this.element.classList.toggle("login", this.isLogin);
    this.element.classList.toggle("outcome", !this.goesOn);
    const side = element("div", { class: "side" }, summary, actions);
    show(actions, buttons.length > 0);
    this.element.replaceChildren(this.waiting.element, fields, side);
  }

  drawRun(run) {
    const drawn = run.atoms.map((atom) => draw(atom, this)).filter(Boolean);
    return run.name === "whole" ? drawn : element("div", { class: `card ${run.name}` }, drawn);
  }

  /** True if there is anything left to enter or to send. */
  get goesOn() {
    return [...this.tree.all()].some((atom) => atom.kind === "button" || (atom.isInput && atom.isEnabled));
  }

  /** True if there is anything to enter. */
  get isEntered() { return [...this.tree.all()].some((atom) => atom.isInput && atom.isEnabled); }

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
    if (atom.state.confirm && !(await this.agrees(atom))) return;
    if (name === "cancel") return this.cancel(href && method !== "GET" ? { method, href } : null);
    if (!href) return this.navigation.back();
    // A page that only shows is passed: it is not shown again after the page behind it is done.
    if (method === "GET") return this.navigation.follow({ href, method }, { chain: this.isEntered ? 0 : this.navigation.chainOver(this) });
    await this.submit(atom);
  }

  /** Asks the question of a button. It may show values, so that what was typed is told to the server first. */
  async agrees(atom) {
    const { tree } = this;
    this.isAsking = true;
    try {
      this.commitTyping();
      await this.evaluation.settled();
      if (this.tree !== tree || !atom.isShown || !atom.isEnabled) return false;
      this.question = new AbortController();
      return await agreed(atom, this.question.signal) && this.tree === tree && atom.isShown && atom.isEnabled;
    } finally {
      this.isAsking = false;
    }
  }

  /** Text in typing is committed. */
  commitTyping() {
    if (this.element.contains(document.activeElement) && document.activeElement.matches("input, textarea")) document.activeElement.blur();
  }

  async cancel(action) {
    try {
      const answer = action && await ask(action);
      // The server reports the cancelled submission and its state.
      if (answer?.title && answer.subtitle) passing(`${answer.title}: ${answer.subtitle}`, "success");
      this.keeping.leave(this.tree);
      this.navigation.back();
    } catch (fault) {
      this.refused(fault, () => this.cancel(action));
    }
  }

  async submit(atom) {
    this.commitTyping();
    fall("send");
    const { tree } = this;
    const unreadable = [...tree.all()].filter((each) => tree.isSeen(each) && each.isEnabled && each.tellUnreadable());
    if (unreadable.length) return this.blame(unreadable.map((each) => each.state.error));
    this.busy(true);
    if (!this.taps.has(atom)) this.taps.set(atom, new Tap(tree, atom));
    const wasLogin = this.isLogin;
    try {
      const { answer, isEarlier } = await this.taps.get(atom).send();
      fall("faults");
      if (isEarlier) passing(say("delivered"), "warning");
      if (answer?.submission || wasLogin) this.keeping.leave(tree);
      if (answer?.submission?.signature) this.waiting.add(answer.submission);
      this.evaluation.stop();
      await this.navigation.answered(this, answer);
    } catch (fault) {
      if (this.tree === tree) this.refused(fault, () => this.tap(atom));
    } finally {
      this.busy(false);
    }
  }

  busy(isBusy) {
    this.isBusy = isBusy;
    this.element.setAttribute("aria-busy", String(isBusy));
    this.element.classList.toggle("busy", isBusy);
    if (isBusy) speak(say("sending"));
  }

  /** Tells why a tap came to nothing, where it belongs. */
  refused(fault, again) {
    if (fault instanceof Problem && fault.isHandled) return;
    const isUnknown = fault instanceof NoAnswer || (fault instanceof Problem && fault.isPassing && fault.status !== 429);
    if (!(fault instanceof Problem) && !(fault instanceof NoAnswer)) console.error(fault);
    if (isUnknown) {
      const text = fault instanceof NoAnswer ? say("unsent") : describe(fault);
      return stand("send", text, { tone: "error", label: say("retry"), act: () => { fall("send"); again(); } });
    }
    const { next, errors } = fault;
    if (next?.flow && this.tree.head.flow) {
      passing(fault.title);
      return this.navigation.show(next);
    }
    if (next?.atoms && next.operation !== this.tree.head.operation) {
      // Something else is to be seen now: what became of what was sent, or who asks for it.
      passing(describe(fault), "error");
      return this.navigation.put(this, next);
    }
    if (next?.atoms) this.replace(next, { isSilent: true });
    if (next && !next.atoms) this.navigation.show(next);
    if (errors.length) return this.blame(errors, fault);
    const links = fault.leads.map((lead) => element("button", {
      type: "button", class: "text-button", text: lead.title, on: { click: () => { fall("send"); this.navigation.follow(lead); } },
    }));
    stand("send", describe(fault), { tone: "error", links });
    if (next?.atoms) this.focusFirst();
  }

  /** Shows violations at their atoms, and leads to the first. */
  blame(errors, fault) {
    const { found, others } = this.tree.blame(errors);
    const text = [...(found.length ? [`${say("faults")} ${found.length}`] : []), ...others.map((error) => error.message)];
    stand("faults", others.length || !found.length ? [fault.title, ...text.slice(found.length ? 1 : 0)].join(". ") : text[0], { tone: "error" });
    this.isBlamed = found.length > 0 && !others.length;
    if (found.length) this.lead(found[0]);
  }

  /** Says how many faults are left, until there is none. */
  recount() {
    if (!this.isBlamed) return;
    const left = [...this.tree.all()].filter((atom) => atom.isShown && atom.state.error).length;
    if (left) return renote("faults", `${say("faults")} ${left}`);
    fall("faults");
    this.isBlamed = false;
  }

  /** Leads to an atom: the screen and the focus go there. */
  lead(atom) {
    const place = this.element.querySelector(`[data-atom="${CSS.escape(atom.path)}"]`);
    if (!place) return;
    place.focusAtom?.();
    place.scrollIntoView({ block: "center", behavior: "instant" });
  }

  focusFirst() {
    const first = [...this.tree.all()].find((atom) => atom.isInput && atom.isShown && atom.isEnabled);
    if (first) this.lead(first);
  }

  /** Draws the server's newer tree with what was entered in the one before. */
  replace(next, { isSilent = false, secrets = false } = {}) {
    const tree = new Tree(next);
    const isSame = next.operation === this.tree.head.operation;
    if (isSame) tree.carry(this.tree, { secrets });
    this.draw(tree);
    this.navigation.retitle(this);
    if (isSame && tree.isTouched) this.evaluation.everything();
    if (!isSilent) passing(say("formChanged"));
  }

  /** Draws the form again in the present language. */
  async redraw() {
    const source = this.tree.head.flow ?? this.tree.head.self ?? this.source;
    if (!source?.href || (source.method ?? "GET") !== "GET") return;
    const answer = await ask({ href: source.href });
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
    if (fault instanceof Problem && !fault.isPassing) return stand("check", describe(fault), { tone: "error" });
    if (this.evaluation.failures > 1) return;
    stand("check", say("offline"), { label: say("retry"), act: () => this.evaluation.send() });
  }

  checked() { if (fall("check")) passing(say("connectionBack")); }

  /** It is seen again: what was sent from here and awaits a signature is told; what only shows is asked for anew. */
  async refresh() {
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
    this.evaluation.stop();
    for (const name of ["send", "faults", "check"]) fall(name);
  }
}

/** Atoms in runs that are drawn on one card: fields, references; groups and lists stand by themselves, buttons below. */
function runs(atoms) {
  const found = [];
  for (const atom of atoms) {
    if (atom.kind === "button") continue;
    const name = { link: "rows", group: "whole", repeat: "whole" }[atom.kind] ?? "grid";
    if (found.at(-1)?.name === name && name !== "whole") found.at(-1).atoms.push(atom);
    else found.push({ name, atoms: [atom] });
  }
  return found;
}
