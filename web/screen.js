import { element, freshId } from "./element.js";
import { Listing } from "./listing.js";
import { describe } from "./notices.js";
import { Problem } from "./problem.js";
import { rowOf } from "./row.js";
import { say } from "./texts.js";
import { ask } from "./transport.js";

/** A screen: modules under one another or as tabs, some drawn in place, others as rows that lead on. */
export class Screen {
  constructor(drawn, { navigation, keeping, source, isInner = false }) {
    Object.assign(this, { navigation, keeping, source, isInner });
    this.element = element("div", { class: "modules" });
    this.draw(drawn);
  }

  get title() { return this.drawn.title; }
  /** The forms that stand in it. */
  get forms() { return this.inner.flatMap((view) => view.forms); }

  draw(drawn) {
    this.drawn = drawn;
    /** The text that was typed in forms that stand here, for their next drawing. */
    this.earlier = new Map((this.inner ?? []).filter((view) => view.tree?.isTouched).map((view) => [view.source.id, view]));
    for (const view of this.inner ?? []) view.close();
    this.inner = [];
    const modules = drawn.modules ?? [];
    this.element.classList.toggle("tabbed", drawn.container === "tabs");
    this.element.dataset.screen = drawn.screen;
    const places = modules.map((module) => this.place(module));
    const drawnModules = drawn.container === "tabs" ? this.tabs(modules, places) : gathered(modules, places);
    this.element.replaceChildren(...drawnModules, ...this.actions(drawn.actions));
    this.askLater(drawn.retryAfter);
  }

  /** Asks again for what is not known yet, until it is or the screen is left. */
  askLater(seconds) {
    clearTimeout(this.later);
    if (!seconds || !this.source?.href || (this.source.method ?? "GET") !== "GET") return;
    this.later = setTimeout(async () => {
      const drawn = await ask({ href: this.source.href }).catch((fault) => (
        fault instanceof Problem && !fault.isPassing ? {} : { retryAfter: fault.retryAfter ?? seconds }));
      if (!this.later) return;
      if (drawn.modules && !drawn.retryAfter) this.draw(drawn);
      else this.askLater(drawn.retryAfter);
    }, seconds * 1000);
  }

  place(module) {
    const made = element("section", { class: `module ${module.module}`, "data-module": module.id });
    if (module.transition?.kind !== "embed") {
      made.append(rowOf({ title: module.title }, module.unavailable ? null : () => this.navigation.follow(module)));
      made.classList.add("leading");
    } else if (module.module === "text") {
      made.append(element(module.fontSize === "title" ? "h2" : "p", { class: `text ${module.fontSize ?? "body"}`, text: module.title }));
    } else {
      this.fill(made, module);
    }
    return made;
  }

  /** Draws what the module's address answers in its place. */
  async fill(made, module) {
    const isTab = this.drawn.container === "tabs";
    const heading = module.title && !isTab ? element("h2", { class: "module-title", text: module.title, id: freshId("module") }) : null;
    if (heading) made.setAttribute("aria-labelledby", heading.id);
    const loading = element("p", { class: "loading", text: say("loading") });
    made.replaceChildren(...(heading ? [heading] : []), loading);
    made.hidden = module.hideEmpty === true;
    try {
      const answer = await ask(module);
      const view = module.module === "list"
        ? new Listing(answer, module, this.navigation)
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
      if (fault instanceof Problem && fault.isHandled) return;
      const again = element("button", { type: "button", class: "text-button", text: say("retry"), on: { click: () => this.fill(made, module) } });
      made.hidden = false;
      loading.replaceWith(element("div", { class: "card broken", role: "alert" }, element("p", { text: describe(fault) }), again));
    }
  }

  /** The place of a module, for what takes it. */
  container(id) {
    if (id === this.drawn.screen) return this.element;
    const own = [...this.element.querySelectorAll("[data-module]")].find((place) => place.dataset.module === id);
    return own ?? [...this.element.querySelectorAll("[data-screen]")].find((place) => place.dataset.screen === id) ?? null;
  }

  tabs(modules, places) {
    const panels = places.map((place, index) => {
      place.setAttribute("role", "tabpanel");
      place.id = freshId("panel");
      place.setAttribute("aria-label", modules[index].title);
      return place;
    });
    const tabs = modules.map((module, index) => element("button", {
      type: "button", role: "tab", class: "tab", text: module.title, id: freshId("tab"), "aria-controls": panels[index].id,
    }));
    const choose = (chosen, hasFocus) => {
      this.chosen = chosen;
      tabs.forEach((tab, index) => {
        tab.setAttribute("aria-selected", String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
        panels[index].hidden = index !== chosen;
      });
      if (hasFocus) tabs[chosen].focus();
    };
    const list = element("div", { class: "tabs", role: "tablist", "aria-label": this.title }, tabs);
    tabs.forEach((tab, index) => tab.addEventListener("click", () => choose(index)));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) choose((this.chosen + step + tabs.length) % tabs.length, true);
    });
    if (tabs.length) choose(Math.min(this.chosen ?? 0, tabs.length - 1));
    return [list, ...panels];
  }

  actions(actions = []) {
    if (!actions.length) return [];
    return [element("div", { class: "actions" }, actions.map((action) => element("button", {
      type: "button", class: `button${["back", "cancel"].includes(action.name) ? " quiet" : ""}`, text: action.title,
      on: { click: () => this.navigation.act(this, action) },
    })))];
  }

  /** Asks again for what stands in it: something may have changed meanwhile. */
  refresh() { for (const view of this.inner) view.refresh(); }

  /** Draws it again in the present language. */
  async redraw() {
    if (!this.source?.href || (this.source.method ?? "GET") !== "GET") return;
    const drawn = await ask({ href: this.source.href });
    if (drawn.modules) this.draw(drawn);
    this.navigation.retitle(this);
  }

  close() {
    clearTimeout(this.later);
    this.later = null;
    for (const view of this.inner) view.close();
  }
}

/** Modules one under another; rows that lead on share a card. */
function gathered(modules, places) {
  const found = [];
  places.forEach((place) => {
    if (!place.classList.contains("leading")) found.push(place);
    else if (found.at(-1)?.classList.contains("card")) found.at(-1).append(place);
    else found.push(element("div", { class: "card rows" }, place));
  });
  return found;
}
