import { addressOf, addressOfPage, pageAt } from "./address.js";
import { applyAppearance } from "./appearance.js";
import { hasEntries } from "./entries.js";
import { agreesToLeave, formOf, loadForms, loadScan, pageOf } from "./forms.js";
import { placeOf } from "./keeping.js";
import { Layer } from "./layer.js";
import { clear, describe, fall, passing, stand, troubled } from "./notices.js";
import { NoAnswer } from "./problem.js";
import { Progress } from "./progress.js";
import { Screen } from "./screen.js";
import { sent } from "./sent.js";
import { session } from "./session.js";
import { Tap } from "./tap.js";
import { say } from "./texts.js";
import { ask } from "./transport.js";
import { frame } from "./turn.js";

/** The id of the flow that a view is a step of. */
function flowOf(view) { return (view.drawn ?? view.tree?.head)?.flow?.id; }

/** The actions of a view's buttons. */
const actionsOf = (view) => (view.tree ? view.tree.atoms.map(({ state }) => state.action) : view.drawn.actions ?? []).filter(Boolean);

/** True for an atom that needs only the first styles of forms, such as the atoms of a login. */
const isPlain = ({ kind, type }) => ["button", "link", "text"].includes(kind) || (kind === "textInput" && (!type || type === "password"));

/**
 * True for a view that is drawn next to its list: a screen, or the page of a row without inputs.
 */
const isDetail = (view) => (!view.tree && !view.drawn?.flow) || Boolean(view.source?.row && view.source.href && !view.isEntered);

/** The members of a row that a receipt needs. */
const kernelOf = (row) => row?.createdAt && { id: row.id, createdAt: row.createdAt };

/** Shows the documents of the server as their transitions require, and goes back. */
export class Navigation {
  constructor(stage, keeping, { begin, entered, comeBack }) {
    Object.assign(this, { stage, keeping, begin, entered, returned: comeBack });
    /** The layers on the screen, the uppermost last. */
    this.layers = [];
    this.progress = new Progress();
    this.awaited = null;
    // Layers restore their own scroll position. The browser would do it later.
    history.scrollRestoration = "manual";
    /**
     * The index of the current entry in the browser's history. Each layer and each chosen tab is an
     * entry.
     */
    this.index = history.state?.index ?? 0;
    window.addEventListener("popstate", (event) => this.popped(event.state));
  }

  get top() { return this.layers.at(-1); }

  /**
   * Requests the document of a lead, and shows it with the lead's transition. If other layers cover
   * the view `from`, which contains the lead, leaves them first.
   */
  async follow(lead, { from, ...options } = {}) {
    // Ignore a second tap while the first is pending.
    if (this.isFollowing) return;
    this.isFollowing = true;
    try {
      const over = this.over(from);
      if (!over || await this.mayLeave(over)) await this.go(lead, { over, ...options });
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
      return await agreesToLeave();
    } finally {
      this.isAsking = false;
    }
  }

  async go(lead, { over = 0, isLink, ...options } = {}) {
    try {
      const answer = await this.progress.during(this.drawn(lead, isLink));
      fall("trouble");
      if (over) await this.uncover(over);
      await this.show(answer, { transition: lead.transition, source: lead, ...options });
    } catch (fault) {
      if (fault.next && !fault.isHandled) {
        await this.show(fault.next);
        passing(fault.title);
      } else {
        troubled(fault, fault instanceof NoAnswer || fault.isPassing ? () => this.go(lead, { over, isLink, ...options }) : null);
      }
    }
  }

  /**
   * Requests the document of a lead. Locked signing and an unknown record are returned as pages;
   * for a link or an address, an unknown option too.
   */
  async drawn(lead, isLink) {
    const found = await ask(lead, { body: lead.body }).catch((fault) => {
      if (!fault.isPage) throw fault;
      return fault;
    });
    if (found?.modules || found?.next || !(isLink || found?.isPage)) return found;
    await loadForms(found?.isPage || session.isOpen);
    return pageOf(found ?? {}, lead);
  }

  /** Leaves all layers for the entry point. */
  async home() { if (await this.mayLeave(this.layers.length)) await this.begin(null); }

  /** Shows a tree or a screen, follows a lead, or goes back. */
  async show(drawn, { transition, source, root = false, chain = 0 } = {}) {
    if (drawn.next && !drawn.atoms && !drawn.modules) {
      await this.show(drawn.next, { transition, source, root, chain });
      if (drawn.carried) this.top.view.noteCarried?.(drawn.carried);
      return;
    }
    if (drawn.isMissing) {
      transition = {};
      if (root) {
        await this.begin(null);
        root = false;
      }
    }
    const how = transition ?? drawn.transition ?? {};
    if (how.kind === "back" && !drawn.atoms && !drawn.modules) {
      if (drawn.message) passing(drawn.message, "success");
      await this.rewind(1);
      return this.top?.view.refresh();
    }
    if (!drawn.atoms && !drawn.modules) {
      if (drawn.href) await this.go({ ...drawn, transition: transition ?? drawn.transition }, { root, chain });
      if (drawn.message) passing(drawn.message, "success");
      return;
    }
    if (drawn.flow && !root && this.top && flowOf(this.top.view) === drawn.flow.id) return this.step(this.top, drawn);
    if (drawn.atoms || !root) await loadForms(!root || session.isOpen || !drawn.atoms.every(isPlain));
    const view = this.view(drawn, { source });
    const begins = root || how.kind === "window" || !this.layers.length;
    if (begins) await this.begun(view, how);
    else if (how.kind === "embed" && this.container(how.container)) this.push(Layer.embedded(view, how, this.container(how.container)), chain);
    else this.push(Layer.of(view, how, () => this.back()), chain);
    applyAppearance(this.top, how);
    if (begins) await this.enterFirst(this.top);
    if (drawn.dropped || drawn.doubtful) this.top.view.noteCarried?.(drawn);
    if (drawn.open) await this.go(drawn.open, { isLink: true });
  }

  /** Creates the view of a tree or a screen. */
  view(drawn, { source, isInner = false }) {
    const surroundings = { navigation: this, keeping: this.keeping, source, isInner };
    return drawn.modules ? new Screen(drawn, surroundings) : formOf(drawn, surroundings);
  }

  container(id) {
    const view = this.top?.view;
    return view instanceof Screen ? view.container(id) : null;
  }

  /** Replaces all layers by a new root. */
  async begun(view, how) {
    clear();
    // Forms whose session has ended are not left, because they are restored after the login.
    await this.rewind(this.layers.length - 1, { isLeaving: session.isOpen });
    // Remove the history entries of the previous root's tabs.
    if (this.layers[0]?.index < this.index) await this.goTo(this.layers[0].index);
    this.layers.pop()?.remove();
    const layer = Layer.root(view, how);
    layer.index = this.index;
    this.layers.push(layer);
    this.stage.append(layer.element);
    this.arrange();
    this.remember();
    layer.entitle();
  }

  /**
   * Focuses the lowest layer after it is drawn, which avoids a second layout, unless it already has
   * the focus.
   */
  async enterFirst(layer) {
    await frame();
    if (this.top === layer && !layer.element.contains(document.activeElement)) layer.enter();
  }

  push(layer, chain) {
    const below = this.top;
    layer.chain = chain;
    layer.opener = document.activeElement;
    layer.scroll = window.scrollY;
    clear();
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
    history.pushState(...this.kept());
  }

  /** The arguments of a history entry: the layers with their addresses, and the page's address. */
  kept() {
    const stack = this.layers.map(({ view, how, index }) => ({
      href: addressOf(view), transition: how, index, place: view.tree && !view.isLogin ? placeOf(view.tree) : undefined, row: kernelOf(view.source?.row),
    }));
    const user = session.user;
    const seen = session.isOpen ? stack.findLast(({ href }) => href)?.href : addressOfPage();
    return [{ depth: this.layers.length - 1, index: this.index, user, stack: session.isOpen ? stack : [] }, "", pageAt(seen)];
  }

  /** Stores the current layers in the current history entry. */
  remember() {
    if (this.layers.length && !this.isComingBack) history.replaceState(...this.kept());
  }

  /** Clears the history state, so that the next person starts at the entry point. */
  forget() {
    history.replaceState(null, "", pageAt());
  }

  /** Marks the stage if a layer is shown next to the lowest one. */
  arrange() {
    if (this.isUncovering) return;
    const uppermost = this.layers.findLast((layer, index) => index && layer.covers);
    this.stage.classList.toggle("paned", Boolean(uppermost) && isDetail(uppermost.view));
  }

  /** Removes the uppermost layers, and keeps the focus if its element remains. */
  async uncover(count) {
    const focused = document.activeElement;
    this.isUncovering = true;
    await this.rewind(count);
    this.isUncovering = false;
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  }

  /**
   * Restores the layers of a reloaded page or the address of a new one, and the forms that were
   * left open.
   */
  async comeBack(state, address) {
    const stack = state?.user === session.user && state?.stack?.length ? state.stack : null;
    await this.resume({ stack: stack ?? (address ? [{}, { href: address }] : []), isReload: Boolean(stack) });
  }

  /** Shows layers again from the second on. Returns the stored forms that are not among them. */
  async restore(stack, kept, isReload) {
    const rest = new Set(kept);
    const [root, ...others] = stack;
    this.isComingBack = isReload;
    this.isRestoring = true;
    try {
      if (isReload) this.top.index = root.index ?? 0;
      if (root?.href) this.top.view.chooseAddress?.(root.href);
      for (const { href, transition, place, index, row } of others) {
        this.restored = index;
        const form = place && [...rest].find(({ answer }) => placeOf({ head: answer }) === place);
        if (!href && !form) break;
        if (!form && this.top.view.chooseAddress?.(href)) continue;
        const before = this.top;
        await this.show(form?.answer ?? await this.progress.during(this.drawn({ href }, true)), { transition, source: { href, row } });
        if (this.top === before) break;
        if (form?.values) this.top.view.fill?.(form.values);
        rest.delete(form);
      }
    } catch (fault) {
      if (fault.isHandled) throw fault;
      if (fault.next) await this.show(fault.next);
      else troubled(fault, null);
    } finally {
      this.isComingBack = this.isRestoring = false;
      this.remember();
    }
    return [...rest];
  }

  /**
   * Refreshes the uppermost view after a change at the bank. Lower views are refreshed when they
   * are shown again.
   */
  renew() { if (!this.isFollowing) this.top?.view.refresh(); }

  /** Undoes the transition of the uppermost layer, and then shows `words`. */
  back(words) {
    this.words = words;
    if (this.layers.length > 1) history.back();
    else this.begin(null).then(() => this.tellWords());
  }

  tellWords() {
    if (this.words) passing(this.words, "success");
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
    history.go(index - this.index);
    await done;
  }

  popped(state) {
    if (!this.layers.length) return;
    // An address that the person typed starts anew, in its own entry.
    if (!state) this.layers[0].index = this.index + 1;
    const { depth = 0, index = this.index + 1 } = state ?? {};
    const { awaited } = this;
    const leaving = this.index - index;
    if (!leaving) return;
    const sheet = leaving > 0 && !awaited && [...document.querySelectorAll("dialog.sheet[open], dialog.question[open]")].at(-1);
    const isLosing = state && !awaited && this.layers.slice(depth + 1).some((layer) => hasEntries(layer.view));
    if (sheet || isLosing || depth > this.layers.length - 1) {
      // The browser has already moved: undo that. Close an open sheet, ask before entries are left,
      // or stay, because a page that was left cannot be shown again.
      history.go(leaving);
      if (sheet) sheet.close();
      else if (isLosing) this.leaveAfterAsking(this.layers.length - 1 - depth, index);
      return;
    }
    this.awaited = null;
    this.index = index;
    if (!awaited) clear();
    this.tellWords();
    const left = [];
    while (this.layers.length - 1 > depth) {
      const layer = this.layers.pop();
      if (awaited?.isLeaving !== false) this.leave(layer.view);
      layer.remove();
      layer.reveal(this.top);
      left.push(layer);
    }
    this.arrange();
    if (!awaited && state?.user === session.user && this.top.view.showTab?.(state.stack?.at(-1)?.href)) {
      this.retitle(this.top.view);
      if (!left.length) this.top.heading.focus();
    }
    if (left.length) this.revealed(left, Boolean(awaited));
    awaited?.();
  }

  leave(view) {
    for (const form of view.forms) this.keeping.leave(form.tree);
    if (view.drawn) for (const { href } of actionsOf(view)) sent.leave(href);
  }

  async leaveAfterAsking(count, index) {
    if (!(await this.mayLeave(count))) return;
    clear();
    await this.goTo(index);
    this.revealed([], false);
  }

  revealed(left, isAwaited) {
    const { view } = this.top;
    if (view.isStale) {
      view.isStale = false;
      view.redraw().then(() => (view.tree && !isAwaited ? view.refresh({ isBack: true }) : null)).catch((fault) => troubled(fault));
    } else if (!isAwaited) view.refresh({ isBack: true });
  }

  /** Continues after the response to a tap. */
  async answered(view, answer) {
    if (answer?.session) {
      session.open(answer.session);
      this.entered();
      await this.show(answer.next, { root: true });
      return this.returned();
    }
    const next = answer?.next ?? answer;
    if (!next) return this.back();
    if (next.atoms) await loadForms();
    const own = this.layers.findIndex((layer) => layer.view === view);
    const layer = this.layers[own];
    if (next.flow && layer && flowOf(view) === next.flow.id) return this.step(layer, next);
    const isOver = !next.atoms || !this.view(next, {}).goesOn;
    if (!isOver) return this.show(next, { chain: this.chainOver(view) });
    // A submission leaves its forms, and the next page replaces them.
    const below = layer ? layer.chain + 1 : 0;
    if (next.transition?.kind === "back" && !next.atoms) {
      if (next.message) passing(next.message, "success");
      await this.rewind(below);
      return this.top.view.refresh();
    }
    await this.rewind(below);
    this.top.view.refresh();
    await this.show(next, { source: { row: answer.submission } });
  }

  /** The number of layers to leave with this view: itself and its chain. */
  chainOver(view) {
    const layer = this.layers.find((each) => each.view === view);
    return layer ? layer.chain + 1 : 0;
  }

  /**
   * Replaces a view by a tree. Back leads to the same layer as before. A receipt shows parts of
   * `row`.
   */
  put(view, drawn, row) {
    const layer = this.layers.find((each) => each.view === view);
    if (!layer) return;
    layer.put(this.view(drawn, { source: { row } }));
    this.arrange();
    this.remember();
    layer.enter(null);
  }

  /** Replaces a step of a flow by the next one. */
  async step(layer, next) {
    if (next.atoms) await loadForms();
    const view = this.view(next, { source: next.flow });
    clear();
    this.leave(layer.view);
    layer.put(view);
    this.arrange();
    this.remember();
    layer.enter(null);
  }

  /** Performs the action of a screen's button: continues a flow, or leaves it. */
  async act(view, action) {
    if (!action.href) return this.back();
    view.taps ??= new Map();
    if (!view.taps.has(action.name)) view.taps.set(action.name, new Tap());
    try {
      const { answer } = await this.progress.during(view.taps.get(action.name).send({ values: () => ({}) }, { id: action.name, state: { action } }));
      if (action.method === "DELETE") return this.back();
      const layer = this.layers.find((each) => each.view === view);
      if (answer.flow && layer) return this.step(layer, answer);
      await this.answered(view, answer);
    } catch (fault) {
      if (fault.isHandled) return;
      if (fault.isLocked) {
        await loadForms();
        return this.show(pageOf(fault, action));
      }
      if (fault.next) await this.show(fault.next);
      // The fields of a flow are on its earlier steps.
      if (fault.errors?.length) return fault.next && this.top.view.blame ? this.top.view.blame(fault.errors, fault) : stand("send", describe(fault), { tone: "error" });
      if (fault.next) return passing(fault.title);
      stand("send", fault instanceof NoAnswer ? say("unsent") : describe(fault), { tone: "error", label: say("retry"), act: () => { fall("send"); this.act(view, action); } });
    }
  }

  /** Opens the forms that this person left open. */
  async resume({ stack = [], isReload = false } = {}) {
    try {
      const { drawn, missing } = await this.keeping.open();
      const rest = await this.restore(stack, drawn, isReload);
      for (const { answer, values } of rest) {
        await this.show(answer, { source: answer.flow ?? { href: answer.draft?.href } });
        if (values) this.top.view.fill?.(values);
      }
      if (drawn.length) passing(say("draftReturned"), "success");
      await this.sendAgain();
      for (const title of missing) stand("missing", say("formMissing", { title }), { label: say("retry"), act: () => { fall("missing"); this.resume(); } });
    } catch (fault) {
      troubled(fault, () => this.resume());
    }
  }

  /**
   * Resumes the requests that an earlier page sent from the shown views. Unanswered ones are sent
   * again with their keys.
   */
  async sendAgain() {
    const views = this.layers.flatMap(({ view }) => (view.drawn ? [view, ...view.forms] : [view]));
    for (const view of views) view.recall?.();
    for (const record of sent.open) {
      const view = views.find((each) => actionsOf(each).some(({ href }) => href === record.href));
      const action = view && actionsOf(view).find(({ href }) => href === record.href);
      if (view?.recall) await view.submitAgain(record);
      else if (view) {
        view.taps = new Map([[action.name, Object.assign(new Tap(), { key: record.key })]]);
        await this.act(view, action);
      } else {
        try {
          await this.answered(null, await this.progress.during(new Tap().sendAgain(record)));
        } catch (fault) {
          troubled(fault, () => this.sendAgain());
        }
      }
    }
  }

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
      troubled(fault, () => this.redraw());
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
    clear();
    const before = view.chosen;
    choose();
    this.retitle(view);
    if (view.chosen === before || this.isRestoring || !this.layers.some((layer) => layer.view === view)) return this.remember();
    this.enterHistory();
  }

  /** Opens the scan of a code for a module. */
  async scan(module) {
    await loadForms();
    const { Scan } = await loadScan();
    this.push(Layer.of(new Scan(module, this), { kind: "present" }, () => this.back()), 0);
  }

  /**
   * Sends a scanned code, and shows the response instead of the scan. If this fails, calls
   * `refused` with the reason.
   */
  async sent(lead, body, refused) {
    try {
      const answer = await this.progress.during(ask(lead, { body }));
      await this.rewind(1);
      await this.show(answer, { transition: lead.transition });
    } catch (fault) {
      if (fault.isHandled) return;
      refused(describe(fault));
    }
  }
}
