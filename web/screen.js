import { isScreen } from "./client/documents.js";
import { element, freshId } from "./element.js";
import { factOf } from "./facts.js";
import { keepingFocus } from "./focus.js";
import { loadForms, pageOf } from "./forms.js";
import { gathered } from "./gathering.js";
import { icon } from "./icons.js";
import { Listing, readied } from "./listing.js";
import { describe } from "./notices.js";
import { rowOf } from "./row.js";
import { say } from "./texts.js";
import { frame } from "./turn.js";

/** Milliseconds after which modules no longer wait for the loading ones above them. */
const LATE = 1500;

/**
 * A screen: modules one below another or as tabs, some embedded, others as rows with a destination.
 */
export class Screen {
  constructor(drawn, { navigation, source, isInner = false }) {
    this.navigation = navigation;
    this.app = navigation.app;
    this.source = source;
    this.isInner = isInner;
    this.element = element("div", { class: "modules" });
    this.draw(drawn);
  }

  get title() { return this.chosenModule?.title ?? this.drawn.title; }
  /** The module of the visible tab; undefined on a screen without tabs. */
  get chosenModule() { return this.isTabbed ? this.drawn.modules[this.chosen] : undefined; }
  get isTabbed() { return this.drawn.container === "tabs"; }
  get forms() { return this.inner.flatMap((view) => view.forms); }

  draw(drawn) {
    this.drawn = drawn;
    /** The embedded forms with entries, by the id of their module, for the next drawing. */
    this.earlier =
      new Map((this.inner ?? []).filter((view) => view.tree?.isTouched).map((view) => [view.source.id, view]));
    for (const view of this.inner ?? []) view.close();
    this.inner = [];
    const modules = drawn.modules ?? [];
    this.element.classList.toggle("tabbed", this.isTabbed);
    this.element.dataset.screen = drawn.screen;
    this.places = modules.map((module) => this.place(module));
    this.arrange();
    this.reveal();
    setTimeout(() => this.reveal({ isLate: true }), LATE);
    this.askLater(drawn.retryAfter);
  }

  /** Places the modules one below another, or in tabs. */
  arrange() {
    const { modules = [], actions } = this.drawn;
    const drawnModules = this.isTabbed ? this.tabs(modules, this.places) : gathered(modules, this.places, this.isInner);
    this.element.replaceChildren(...drawnModules, ...this.actions(actions));
  }

  /**
   * Shows the modules down to the first that is loading, so that its content moves nothing visible.
   * With `isLate`, shows all.
   */
  reveal({ isLate = false } = {}) {
    let isBelow = false;
    for (const block of this.element.children) {
      block.classList.toggle("below", isBelow && !isLate);
      isBelow ||= !this.isTabbed
        && (block.matches("[data-awaited]") || block.querySelector(":scope > [data-awaited]") !== null);
    }
  }

  /** Requests an incomplete screen again, until it is complete or left. */
  askLater(seconds) {
    clearTimeout(this.later);
    if (!seconds || !this.source?.href || (this.source.method ?? "GET") !== "GET") return;
    this.later = setTimeout(async () => {
      const drawn = await this.app.ask({ href: this.source.href }).catch((fault) => (
        fault.isPassing === false ? {} : { retryAfter: fault.retryAfter ?? seconds }));
      if (!this.later) return;
      if (isScreen(drawn) && !drawn.retryAfter) this.draw(drawn);
      else this.askLater(drawn.retryAfter);
    }, seconds * 1000);
  }

  place(module) {
    const made = element("section", { class: `module ${module.module}`, "data-module": module.id });
    if (module.module === "scan" || module.transition?.kind !== "embed") {
      const act = module.module === "scan"
        ? () => this.navigation.scan(module)
        : () => this.navigation.follow(module, { from: this });
      made.append(
        rowOf({ title: module.title, subtitle: module.subtitle, icon: module.icon, image: module.image },
          module.unavailable ? null : act, {
            hasMark: Boolean(module.image), app: this.app,
          }));
      made.classList.add("leading");
    } else if (module.module === "text") {
      if (module.pair) made.classList.add("fact");
      else {
        made.append(
          element(module.fontSize === "title" ? "h2" : "p", {
            class: `text ${module.fontSize ?? "body"}`, text: module.title,
          }));
      }
      if (module.severity === "warning") made.classList.add("warned");
    } else if (!this.isTabbed) {
      made.dataset.awaited = "";
      this.fill(made, module, module.content).finally(() => {
        delete made.dataset.awaited;
        if (made.isConnected) this.reveal();
      });
    }
    return made;
  }

  /**
   * Embeds the document of a module: the `content` delivered with the screen, or a new response.
   */
  async fill(made, module, content) {
    const heading = module.title && !this.isTabbed
      ? element("h2", { class: "module-title", text: module.title, id: freshId("module") })
      : null;
    if (heading) made.setAttribute("aria-labelledby", heading.id);
    const loading = element("div", { class: "loading" }, element("p", { class: "unseen", text: say("loading") }));
    made.replaceChildren(...(heading ? [heading] : []), loading);
    made.hidden = module.hideEmpty === true;
    made.setAttribute("aria-busy", "true");
    try {
      const answer = content ?? (await Promise.all([this.app.ask(module), loadForms(this.app)]))[0];
      if (content && content.data?.length !== 0) await frame();
      const view = module.module === "list"
        ? new Listing(await readied(answer, module, this.app), module, this.navigation, {
          level: heading ? 3 : 2, facts: this.facts,
        })
        : this.navigation.view(answer, { source: module, isInner: true });
      this.inner.push(view);
      if (module.hideEmpty) {
        view.drawn = () => { made.hidden = view.isHidden; };
        view.drawn();
      }
      const earlier = this.earlier.get(module.id);
      if (earlier && view.tree) {
        view.tree.carry(earlier.tree, { secrets: true });
        view.draw(view.tree);
        view.evaluation.everything();
      }
      loading.replaceWith(view.element);
    } catch (fault) {
      if (fault.isHandled) return;
      // The record of the screen does not exist.
      if (fault.isPage && !this.isInner && module.module === "list" && this.source?.href.includes("?")) {
        await loadForms(this.app);
        return this.navigation.put(this, pageOf(fault, module, this.source));
      }
      const again = element("button", {
        type: "button", class: "text-button", text: say("retry"), on: { click: () => this.fill(made, module) },
      });
      made.hidden = false;
      loading.replaceWith(
        element("div", { class: "card broken", role: "alert" }, element("p", { text: describe(fault) }), again));
    } finally {
      made.removeAttribute("aria-busy");
    }
  }

  /** Returns the element of a module or screen, for an embedded transition. */
  container(id) {
    if (id === this.drawn.screen) return this.element;
    const own = [...this.element.querySelectorAll("[data-module]")].find((place) => place.dataset.module === id);
    return own ?? [...this.element.querySelectorAll("[data-screen]")].find((place) => place.dataset.screen === id)
      ?? null;
  }

  tabs(modules, places) {
    const panels = places.map((place, index) => {
      place.setAttribute("role", "tabpanel");
      place.id = freshId("panel");
      place.setAttribute("aria-label", modules[index].title);
      return place;
    });
    const tabs = modules.map((module, index) => element("button", {
      type: "button", role: "tab", class: "tab", id: freshId("tab"), "aria-controls": panels[index].id,
    }, icon(module.icon), element("span", { text: module.title })));
    const choose = (chosen, /** @type {any} */ { hasFocus = false, content } = {}) => {
      this.chosen = chosen;
      tabs.forEach((tab, index) => {
        tab.setAttribute("aria-selected", String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
        panels[index].hidden = index !== chosen;
      });
      // Load a tab when it is first shown.
      const panel = panels[chosen];
      if (panel.classList.contains("leading")) return hasFocus && tabs[chosen].focus();
      if (!panel.childNodes.length) this.fill(panel, modules[chosen], content);
      if (hasFocus) tabs[chosen].focus();
    };
    this.show = (index) => choose(index);
    this.choose = (index, hasFocus) => this.navigation.chosen(this, () => choose(index, { hasFocus }));
    const list = element("div", { class: "tabs", role: "tablist", "aria-label": this.drawn.title }, tabs);
    tabs.forEach((tab, index) => tab.addEventListener("click", () => this.choose(index)));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.choose((this.chosen + step + tabs.length) % tabs.length, true);
    });
    const first = Math.min(this.chosen ?? 0, tabs.length - 1);
    // The delivered content is as old as the screen, so later tabs are requested.
    if (tabs.length) choose(first, { content: modules[first].content });
    return [list, ...panels];
  }

  /** Shows the tab with an address. Returns true if there is one. */
  chooseAddress(href) {
    const index = this.isTabbed ? this.drawn.modules.findIndex((module) => module.href === href) : -1;
    if (index >= 0 && index !== this.chosen) this.choose(index);
    return index >= 0;
  }

  /** Shows the tab of a history entry. Returns true if another one was shown before. */
  showTab(href) {
    const index = this.isTabbed ? this.drawn.modules.findIndex((module) => module.href === href) : -1;
    if (index < 0 || index === this.chosen) return false;
    this.show(index);
    return true;
  }

  actions(actions = []) {
    if (!actions.length) return [];
    return [element("div", { class: "actions" }, actions.map((action) => element("button", {
      type: "button", class: `button ${toneOf(action)}`, text: action.title,
      on: { click: () => this.navigation.act(this, action) },
    })))];
  }

  get facts() { return this.drawn.modules.flatMap(({ pair }) => pair ?? []); }

  /** Refreshes the lists and forms, and the texts of a page. */
  refresh() {
    for (const view of this.inner) view.refresh();
    if (this.drawn.flow || this.isTabbed) return;
    if (this.isInner) this.refreshFacts();
    else this.redraw({ isSame: true }).catch((fault) => console.info(describe(fault)));
  }

  /**
   * Requests the facts of a tab again. Draws facts with other values, and new modules. All others
   * keep their state.
   */
  async refreshFacts() {
    const { href, method = "GET" } = this.source ?? {};
    if (!href || method !== "GET" || !this.facts.length) return;
    const { modules } = await this.app.ask({ href }).catch(() => ({}));
    if (!modules) return;
    const places = new Map(this.drawn.modules.map(({ id }, index) => [id, this.places[index]]));
    if (String([...places.keys()]) !== String(modules.map(({ id }) => id))) {
      this.drawn.modules = modules;
      this.places = modules.map((module) => places.get(module.id) ?? this.place(module));
      return keepingFocus(this.element, () => this.arrange());
    }
    modules.forEach((module, index) => {
      if (
        !module.pair || !this.drawn.modules[index].pair || module.pair.value === this.drawn.modules[index].pair.value
      ) return;
      this.drawn.modules[index] = module;
      this.places[index].replaceChildren(factOf(module.pair));
    });
  }

  /** Draws the screen in the current language; with `isSame`, only if the response has changed. */
  async redraw({ isSame = false } = {}) {
    if (!this.source?.href || (this.source.method ?? "GET") !== "GET") return;
    const drawn = await this.app.ask({ href: this.source.href });
    if (isScreen(drawn) && !(isSame && JSON.stringify(drawn) === JSON.stringify(this.drawn))) {
      keepingFocus(this.element, () => this.draw(drawn));
    }
    this.navigation.retitle(this);
  }

  close() {
    clearTimeout(this.later);
    this.later = null;
    for (const view of this.inner) view.close();
  }
}

/** The tone of a button: the server's, else the tone of its name. */
const toneOf = ({ name, tone }) => (
  ["primary", "quiet", "danger"].includes(tone)
    ? tone
    : ["back", "cancel", "navigate"].includes(name) ? "quiet" : "primary");
