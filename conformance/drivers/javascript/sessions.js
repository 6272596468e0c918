/**
 * A client without a user interface, which performs the steps of a session with a real server. It
 * consists of the parts of the web client's library.
 */
import { kinds } from "../../../web/kinds.js";
import { Browsing } from "./browsing.js";

const ROLES = {
  text: "text", image: "image", textInput: "textbox", dateInput: "textbox", timeInput: "textbox", dateTimeInput: "textbox",
  toggle: "switch", consent: "checkbox", segmented: "radiogroup", enum: "combobox", choices: "listbox", accountPicker: "combobox",
  search: "combobox", button: "button", command: "button", group: "group", repeat: "list", link: "link",
};

export class App {
  browsing = new Browsing(this);
  form = null;
  notice = null;
  options = [];
  /** The number of taps and other actions that are not over. */
  busy = 0;
  /** The question of a tapped button, until the person answers. */
  question = null;
  /** The action to repeat after a login. */
  held = null;
  session = { isOpen: false, token: undefined, user: undefined };

  constructor(client) {
    this.client = client;
    const stored = new Map();
    this.store = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
  }

  async start({ server, open, language, login, password }) {
    const { client } = this;
    client.setLanguage(language);
    this.connection = new client.Connection({ server, session: this.session, kinds: kinds(), client: "web/1.0" });
    this.connection.onSessionEnd = () => { this.notice = "login"; };
    this.sent = new client.Sent(this.store, this.session);
    this.drafts = new client.Drafts(this.connection, { store: this.store, sent: this.sent });
    this.events = new client.Events(this.connection, () => this.act(() => this.renew()));
    this.connection.onPlace = (place) => this.events.begin(place);
    await this.login({ login, password });
    await this.during(() => this.browsing.open({ href: open }));
  }

  get document() { return this.browsing.document; }

  open({ open }) { this.act(() => this.browsing.open({ href: open })); }
  follow({ name }) { this.browse(() => this.browsing.follow(name)); }
  more() { this.browse(() => this.browsing.more()); }
  filter({ name, text }) { this.browse(() => this.browsing.filter(name, text)); }

  /** Performs an action of the person, which replaces an earlier notice. */
  browse(action) {
    this.notice = null;
    this.act(action);
  }

  /** Logs a person in. The same person continues with the open form. */
  async login({ login, password }) {
    const before = this.session.user;
    Object.assign(this.session, { isOpen: false, token: undefined });
    const granted = await this.connection.ask({ href: "/auth/login", method: "POST" }, { body: { login, password } });
    Object.assign(this.session, { isOpen: true, token: granted.token, user: granted.user.id, events: { href: "/events" } });
    this.events.begin();
    const { held } = this;
    this.held = this.notice = null;
    if (before && before !== this.session.user) {
      this.form?.close();
      this.sent.forget();
      this.drafts.forget();
      this.form = null;
      this.browsing.document = {};
    } else if (held) this.act(held);
    else if (this.form?.evaluation.unanswered.size) this.form.evaluation.send();
  }

  /** Draws a document. A form replaces the open one. */
  draw(document) {
    this.form?.close();
    this.form = null;
    this.options = [];
    if (!document.atoms) return;
    this.form = new this.client.FormSession(this.connection, { sent: this.sent, drafts: this.drafts });
    this.form.merge = (problem) => this.conflict(problem);
    this.form.troubled = (fault) => { if (fault.isPassing === false) this.notice = fault.name; };
    this.form.draw(new this.client.Tree(document));
  }

  /** Reports that another device has changed the draft. Returns false: it is not overwritten. */
  conflict() {
    this.notice = "draft-changed";
    return false;
  }

  /** Requests a document again that has no entries of the person. */
  async renew() {
    const { form, document } = this;
    const hasInputs = form && [...form.tree.all()].some((atom) => atom.isInput && atom.isEnabled);
    const source = document.self ?? (form ? null : this.browsing.source);
    if (hasInputs || !source) return;
    const answer = await this.connection.ask({ href: source.href });
    if (this.document === document) await this.browsing.show(answer);
  }

  /** Performs an action without waiting for its end. */
  act(action) { this.during(action).catch(() => {}); }

  /** Performs an action, and reports its failure as a notice. */
  async during(action) {
    this.busy += 1;
    try {
      await action();
    } catch (fault) {
      if (fault.isHandled) this.held = action;
      else if (fault instanceof this.client.NoAnswer) this.notice = "noAnswer";
      else if (fault instanceof this.client.Problem) this.refused(fault);
      else throw fault;
    } finally {
      this.busy -= 1;
    }
  }

  refused(fault) {
    const { next, errors, changes, status } = fault;
    this.notice = status === 406 || status === 426 ? "update" : fault.name;
    const head = this.form?.tree.head;
    if (next?.atoms && next.operation === head?.operation && next.flow?.step === head.flow?.step) {
      this.browsing.document = next;
      this.form.replace(next, { hasValues: changes.length > 0 });
      if (["outdated-version", "changed"].includes(fault.name)) this.notice = "changed";
    } else if (next) this.act(() => this.browsing.show(next));
    if (errors.length && this.form) this.form.tree.blame(errors);
  }

  atom(path) {
    const atom = this.form?.tree.at(path);
    if (!atom) throw new Error(`no atom ${path}`);
    return atom;
  }

  enter({ at, text }) { this.atom(at).enter(text === "" ? null : text); }
  leave({ at }) { this.form.committed(this.atom(at)); }
  choose({ at, value }) {
    this.atom(at).enter(value);
    this.form.committed(this.atom(at));
  }
  add({ at }) {
    this.atom(at).add();
    this.form.committed(this.atom(at));
  }
  remove({ at, item }) {
    this.atom(at).remove(item);
    this.form.committed(this.atom(at));
  }

  search({ at, text }) {
    const atom = this.atom(at);
    this.found ??= new this.client.Options(atom, this.connection);
    this.act(async () => { if (await this.found.find(text)) this.options = this.found.all; });
  }

  tap({ at }) {
    const atom = this.atom(at);
    if (atom.kind === "command") return this.form.evaluation.tap(atom);
    this.notice = null;
    const { form } = this;
    this.act(async () => {
      // A tap ends typing.
      for (const each of form.tree.all()) if (each.isDirty) form.committed(each);
      await form.settled();
      const action = atom.state.action ?? atom.state;
      const isSent = (action.method ?? "GET") !== "GET";
      if (!isSent) return this.browsing.open(action);
      if (atom.state.confirm) {
        if (await form.evaluation.judge() && this.hasErrors(form)) return;
        this.question = atom.state.confirm;
        this.agreed = () => this.act(() => this.send(form, atom));
        return;
      }
      await this.send(form, atom);
    });
  }

  /** Answers the question of a tapped button. */
  confirm({ yes }) {
    this.question = null;
    if (yes) this.agreed();
  }

  async send(form, atom) {
    const { answer } = await form.send(atom);
    if (this.form === form) {
      this.drafts.leave(form.tree);
      await this.browsing.show(answer);
    }
  }

  hasErrors({ tree }) { return [...tree.all()].some((atom) => tree.isSeen(atom) && atom.state.error); }

  /** Waits until nothing is requested, stored or repeated any more. */
  async settle() {
    const isBusy = () => this.busy > 0 || this.drafts?.isPending || this.form?.evaluation.isPending;
    while (isBusy()) await new Promise((done) => { setTimeout(done, 10); });
  }

  look() {
    const { document, notice } = this;
    const drawn = this.form ? [...this.form.tree.all()].filter((atom) => this.form.tree.isSeen(atom) && kinds().includes(atom.kind)) : [];
    const outline = [
      ...(this.question ? [{ role: "alert", name: this.question.title, message: this.question.text }] : []),
      ...drawn.map((atom) => this.line(atom)),
      ...this.options.map(({ caption, value }) => ({ role: "option", name: caption, value })),
      ...this.browsing.outline,
    ];
    return { document: this.client.nameOf(document) ?? "", title: document.title ?? "", notice, outline };
  }

  line({ path, kind, state, isInput, items, value, isEnabled }) {
    const message = state.error?.message;
    const states = [state.required && "required", message && "invalid", !isEnabled && "disabled"].filter(Boolean);
    return {
      atom: path, role: ROLES[kind], name: state.pair?.label ?? state.caption ?? "",
      ...(isInput ? { value: items ? items.length : value } : state.pair && { value: state.pair.text }), ...(states.length && { states }), ...(message && { message }),
    };
  }

  quit() {
    this.events?.end();
    this.form?.close();
    this.drafts?.forget();
  }
}

/** The steps of sessions, as functions of the driver. */
export const steps = ["start", "login", "enter", "leave", "choose", "add", "remove", "search", "tap", "confirm", "settle", "look", "quit", "open", "follow", "more", "filter"];
