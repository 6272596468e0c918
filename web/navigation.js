import { act, answered, put, sentScan } from "./answers.js";
import { isScreen } from "./client/documents.js";
import { hasEntries } from "./entries.js";
import { focusIn } from "./focus.js";
import { agreesToLeave, formOf, loadForms, loadScan } from "./forms.js";
import { kept, popped } from "./history-entries.js";
import { Layer } from "./layer.js";
import { Progress } from "./progress.js";
import { comeBack } from "./returning.js";
import { Screen } from "./screen.js";
import { drawn, go, show } from "./showing.js";
import { frame } from "./turn.js";
import { actionsOf } from "./views.js";

/**
 * True for a view that is drawn next to its list: a screen, or the page of a row without inputs.
 */
const isDetail = (view) => (!view.tree && !view.drawn?.flow)
  || Boolean(view.source?.row && view.source.href && !view.isEntered);

/** Shows the documents of the server as their transitions require, and goes back. */
export class Navigation {
  constructor(app, { begin, entered, comeBack }) {
    this.app = app;
    this.stage = app.stage;
    this.keeping = app.keeping;
    this.history = app.page.history;
    this.begin = begin;
    this.entered = entered;
    this.returned = comeBack;
    /** The layers on the screen, the uppermost last. */
    this.layers = [];
    this.progress = new Progress(app);
    this.awaited = null;
    /** True while the layers of a reloaded page are restored, whose history entries exist. */
    this.isComingBack = false;
    /** True while layers are restored. */
    this.isRestoring = false;
    /** The index of the history entry that is restored. */
    this.restored = undefined;
    /**
     * The index of the current entry in the history. Each layer and each chosen tab is an entry.
     */
    this.index = this.history.state?.index ?? 0;
    this.history.listen((state) => popped(this, state));
  }

  get top() { return this.layers.at(-1); }

  /**
   * Requests the document of a lead, and shows it with the lead's transition. If other layers cover
   * the view `from`, which contains the lead, leaves them first.
   */
  async follow(lead, /** @type {any} */ { from, ...options } = {}) {
    // Ignore a second tap while the first is pending.
    if (this.isFollowing) return;
    this.isFollowing = true;
    try {
      const over = this.over(from);
      if (!over || await this.mayLeave(over)) await go(this, lead, { over, ...options });
    } finally {
      this.isFollowing = false;
    }
  }

  /** The number of layers over the one that contains a view. */
  over(view) {
    if (!view) return 0;
    const holds = (each) => each === view || (each.inner ?? []).some(holds);
    const index = this.layers.findIndex((layer) => holds(layer.view));
    return index < 0 ? 0 : this.layers.length - 1 - index;
  }

  /** Asks before leaving layers with entries. Returns true if they may be left. */
  async mayLeave(count) {
    if (this.isAsking) return false;
    if (!this.layers.slice(-count).some((layer) => hasEntries(layer.view))) return true;
    this.isAsking = true;
    try {
      return await agreesToLeave(this.app);
    } finally {
      this.isAsking = false;
    }
  }

  /**
   * Requests the document of a lead. Locked signing and an unknown record are returned as pages;
   * for a link or an address, an unknown option too.
   */
  drawn(lead, isLink) { return drawn(this, lead, isLink); }

  /** Shows a tree or a screen, follows a lead, or goes back. */
  show(found, options) { return show(this, found, options); }

  /**
   * Replaces a view by a tree. Back leads to the same layer as before. A receipt shows parts of
   * `row`.
   */
  put(view, found, row) { put(this, view, found, row); }

  /** Leaves all layers for the entry point. */
  async home() { if (await this.mayLeave(this.layers.length)) await this.begin(null); }

  /** Creates the view of a tree or a screen. */
  view(drawn, { source, isInner = false }) {
    const surroundings = { navigation: this, source, isInner };
    return isScreen(drawn) ? new Screen(drawn, surroundings) : formOf(drawn, surroundings);
  }

  container(id) {
    const view = this.top?.view;
    return view instanceof Screen ? view.container(id) : null;
  }

  /**
   * Focuses the lowest layer after it is drawn, which avoids a second layout, unless it already has
   * the focus.
   */
  async enterFirst(layer) {
    await frame();
    if (this.top === layer && !layer.element.contains(focusIn(layer.element))) layer.enter();
  }

  push(layer, chain) {
    const below = this.top;
    layer.chain = chain;
    layer.opener = focusIn(this.stage);
    layer.scroll = this.app.page.scroll;
    this.app.notices.clear();
    this.layers.push(layer);
    layer.attach(this.stage, below);
    // After a reload, the history already has entries for the restored layers.
    if (this.isComingBack) layer.index = this.restored ?? this.layers.length - 1;
    else this.enterHistory(layer);
    this.arrange();
    layer.enter(below);
  }

  /** Adds an entry to the browser's history: for a new `layer`, or for a chosen tab. */
  enterHistory(layer) {
    this.index += 1;
    if (layer) layer.index = this.index;
    this.history.push(...kept(this));
  }

  /** Stores the current layers in the current history entry. */
  remember() {
    if (this.layers.length && !this.isComingBack) this.history.replace(...kept(this));
  }

  /** Clears the history state, so that the next person starts at the entry point. */
  forget() {
    this.history.replace(null, null);
  }

  /** Marks the stage if a layer is shown next to the lowest one. */
  arrange() {
    if (this.isUncovering) return;
    const uppermost = this.layers.findLast((layer, index) => index && layer.covers);
    this.stage.classList.toggle("paned", Boolean(uppermost) && isDetail(uppermost.view));
  }

  /** Removes the uppermost layers, and keeps the focus if its element remains. */
  async uncover(count) {
    const focused = focusIn(this.stage);
    this.isUncovering = true;
    await this.rewind(count);
    this.isUncovering = false;
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  }

  /**
   * Refreshes the uppermost view after a change at the bank. Lower views are refreshed when they
   * are shown again.
   */
  renew() { if (!this.isFollowing) this.top?.view.refresh(); }

  /** Undoes the transition of the uppermost layer, and then shows `words`. */
  back(words) {
    this.words = words;
    if (this.layers.length > 1) this.history.go(-1);
    else this.begin(null).then(() => this.tellWords());
  }

  tellWords() {
    if (this.words) this.app.notices.passing(this.words, "success");
    this.words = null;
  }

  /** Goes back over some layers. Resolves when the browser's history has reached the new entry. */
  async rewind(count, { isLeaving = true } = {}) {
    const steps = Math.min(count, this.layers.length - 1);
    if (steps > 0) await this.goTo(this.layers.at(-steps).index - 1, isLeaving);
  }

  /** Goes back to an entry of the browser's history. Resolves when it is reached. */
  async goTo(index, isLeaving = true) {
    const done = new Promise((resolve) => { this.awaited = Object.assign(resolve, { isLeaving }); });
    this.history.go(index - this.index);
    await done;
  }

  leave(view) {
    for (const form of view.forms) this.keeping.leave(form.tree);
    if (view.drawn) for (const { href } of actionsOf(view)) this.app.sent.leave(href);
  }

  /** The number of layers to leave with this view: itself and its chain. */
  chainOver(view) {
    const layer = this.layers.find((each) => each.view === view);
    return layer ? layer.chain + 1 : 0;
  }

  /**
   * Restores the layers of a reloaded page or the address of a new one, and the forms that were
   * left open.
   */
  comeBack(state, address) { return comeBack(this, state, address); }

  /** Continues after the response to a tap. */
  answered(view, answer) { return answered(this, view, answer); }

  /** Performs the action of a screen's button: continues a flow, or leaves it. */
  act(view, action) { return act(this, view, action); }

  /**
   * Sends a scanned code, and shows the response instead of the scan. If this fails, calls
   * `refused` with the reason.
   */
  sent(lead, body, refused) { return sentScan(this, lead, body, refused); }

  /** Records the entries of all open forms. */
  keepOpenForms() {
    for (const layer of this.layers) for (const form of layer.view.forms) this.keeping.hold(form.tree);
  }

  /**
   * Draws the uppermost view in the current language. The others follow when they are shown again.
   */
  async redraw() {
    for (const layer of this.layers) {
      layer.retitle();
      layer.view.isStale = true;
    }
    const { top } = this;
    if (!top) return;
    top.view.isStale = false;
    try {
      await this.progress.during(top.view.redraw());
    } catch (fault) {
      this.app.notices.troubled(fault, () => this.redraw());
    }
  }

  /** Draws the heading of a view again, and the title of the browser's tab if it is uppermost. */
  retitle(view) {
    const layer = this.layers.find((each) => each.view === view);
    layer?.retitle();
    if (layer && layer === this.top) layer.entitle();
  }

  /** Chooses a tab of the lowest layer. The layers over it are left. */
  async chosen(view, choose) {
    const over = this.over(view);
    if (over && !(await this.mayLeave(over))) return;
    if (over) await this.rewind(over);
    this.app.notices.clear();
    const before = view.chosen;
    choose();
    this.retitle(view);
    if (view.chosen === before || this.isRestoring || !this.layers.some((layer) => layer.view === view)) {
      return this.remember();
    }
    this.enterHistory();
  }

  /** Opens the scan of a code for a module. */
  async scan(module) {
    await loadForms(this.app);
    const { Scan } = await loadScan();
    this.push(Layer.of(new Scan(module, this), { kind: "present" }, () => this.back()), 0);
  }

}
