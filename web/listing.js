import { shareButton } from "./copying.js";
import { element } from "./element.js";
import { factOf } from "./facts.js";
import { keepingFocus } from "./focus.js";
import { actionOf, filtersOf, loadEmpty, loadForms, menuOf } from "./forms.js";
import { describe } from "./notices.js";
import { rowOf } from "./row.js";
import { pairsOf } from "./shown.js";
import { renewedPages, soughtPages } from "./client/pages.js";
import { expand, expandBody } from "./client/template.js";
import { say } from "./texts.js";

/** The number of submissions awaiting a signature that are shown above other lists. */
const FEW = 2;

/** Loads the scripts that a page of a list needs, and returns the page. */
export async function readied(page, { href }, app) {
  if (
    (page.filters?.length && !isPreview(href)) || page.actions?.length || page.data?.some((row) => row.actions?.length)
  ) await loadForms(app, true);
  return page;
}

/**
 * True for the address of a preview: the first rows of a list that another screen shows completely.
 */
const isPreview = (href) => /[?&]limit=/.test(href);

const askPage = async (app, source) => readied(await app.ask(source), source, app);

/** A list of the server: rows with their destinations, filters, and further pages on demand. */
export class Listing {
  /**
   * Called after the list was drawn.
   * @type {undefined | (() => void)}
   */
  drawn;

  constructor(answer, module, navigation, { level = 2, facts = [] } = {}) {
    this.module = module;
    this.navigation = navigation;
    this.app = navigation.app;
    this.source = module;
    this.level = level;
    this.facts = facts;
    this.rows = element("ul", { class: "list" });
    this.more = element("button", {
      type: "button", class: "text-button more", on: { click: () => (this.isFolded ? this.unfold() : this.append()) },
    });
    this.summary = element("div", { class: "turnover", hidden: true });
    this.sharing = element("div", { class: "sharing" });
    this.card = element("div", { class: "card rows" }, this.rows, this.sharing, this.more);
    this.element = element("div", { class: "listing" }, this.summary, this.card);
    if (answer.filters?.length && answer.filterHref && !this.isPreview) {
      this.texts = answer.filters.filter(({ kind }) => kind === "text").map(({ name }) => name);
      this.filters = filtersOf(answer.filters, (values) => this.narrow(answer.filterHref, values), this.app);
      this.element.prepend(this.filters);
    }
    this.draw(answer);
  }

  /** True if the list is empty and its module hides an empty list. */
  get isHidden() { return this.module.hideEmpty === true && this.isEmpty && !this.isNarrowed; }

  get forms() { return []; }

  /** True for a preview, which has no filters and no further pages. */
  get isPreview() { return isPreview(this.module.href); }

  /** The request for the shown rows. */
  get address() { return this.narrowed ?? this.module; }
  get isNarrowed() { return Boolean(this.narrowed); }

  draw(...pages) {
    keepingFocus(this.card, () => {
      this.rows.replaceChildren();
      this.drawnPages = [];
      this.group = this.closed = null;
      for (const page of pages) this.take(page);
      this.isEmpty = !this.rows.children.length;
      this.drawn?.();
      if (this.isEmpty) this.rows.append(this.drawEmpty());
    });
    const { share, actions = [] } = pages[0];
    // Omit an amount that the screen already shows as a fact.
    const summary = pages[0].summary?.filter((pair) =>
      !this.facts.some((fact) => fact.label === pair.label && fact.currency === pair.currency));
    this.card.classList.toggle("facts", pages.some(({ data = [] }) => data.some((row) => row.pair)));
    this.sharing.replaceChildren(...(share?.text ? [shareButton(share.text)] : []),
      ...actions.map((action) => actionOf(action, { navigation: this.navigation, done: () => this.refresh() })));
    this.summary.hidden = !summary?.length;
    this.summary.replaceChildren(...(summary?.length ? [pairsOf(summary)] : []));
  }

  drawEmpty() {
    const made = element("li", { class: "empty" });
    if (!this.isHidden) {
      loadForms(this.app).then(loadEmpty).then(({ drawEmpty }) => drawEmpty(made, this)).catch(
        (fault) => { made.textContent = describe(fault); });
    }
    return made;
  }

  get pages() { return this.drawnPages.length; }

  /** The shown pages, to compare them with new ones. */
  get known() { return JSON.stringify(this.drawnPages); }

  take(page) {
    const { data = [], next } = page;
    this.drawnPages.push(page);
    for (const row of data) {
      if (row.group && row.group.value !== this.group) {
        this.rows.append(
          element("li", { class: "day" },
            element("p", { role: "heading", "aria-level": String(this.level), text: row.group.text })));
      }
      this.group = row.group?.value ?? null;
      if (row.pair) {
        this.rows.append(element("li", { class: "fact", "data-key": row.id }, factOf(row.pair, { isCopied: true })));
        continue;
      }
      const title = row.parts?.title?.text ?? row.title ?? "";
      const menu = row.actions?.length
        ? menuOf(row, { title, navigation: this.navigation, done: () => this.refresh() })
        : null;
      this.listOf(row).append(
        element("li", { "data-key": row.id }, rowOf(row, this.leading(row), { hasMark: true, menu, app: this.app })));
    }
    if (this.closed) this.rows.append(this.closed);
    this.next = next;
    this.fold();
  }

  /** Returns the list for a row. Closed rows are folded at the end. */
  listOf({ badge }) {
    if (badge?.state !== "closed") return this.rows;
    this.closed ??= element("li", {}, element("details", { class: "closed" }, element("summary"), element("ul")));
    const [summary, list] = this.closed.firstChild.children;
    summary.textContent = say("closedRows", { count: String(list.childElementCount + 1) });
    return list;
  }

  /**
   * Shows only a few of the submissions awaiting a signature above other lists, until the person
   * opens all.
   */
  fold() {
    const all = this.drawnPages.flatMap(({ data = [] }) => data);
    this.isFolded = !this.isWhole && !this.isPreview && this.module.hideEmpty === true && all.length > FEW
      && all.every(({ badge }) => badge?.state === "awaitingSignature");
    let seen = 0;
    for (const row of this.rows.children) {
      row.hidden = this.isFolded && seen >= FEW;
      seen += "key" in row.dataset ? 1 : 0;
    }
    this.more.textContent = this.isFolded
      ? say("allOf", { count: String(this.drawnPages[0].count ?? all.length) })
      : say("more");
    this.more.hidden = this.isPreview || (!this.isFolded && !this.next);
  }

  unfold() {
    this.isWhole = true;
    const first = this.rows.querySelector("[hidden][data-key] button");
    this.fold();
    first?.focus();
  }

  /** Returns the action of a tap on a row; null if it has no destination. */
  leading(row) {
    const lead = this.module.row;
    const href = lead && expand(lead.href, row);
    const body = href && lead.body ? expandBody(lead.body, row) : undefined;
    return href && body !== null ? () => this.navigation.follow({ ...lead, href, body, row }, { from: this }) : null;
  }

  async append() {
    try {
      this.take(await this.navigation.progress.during(askPage(this.app, { href: this.next })));
    } catch (fault) {
      this.app.notices.troubled(fault, () => this.append());
    }
  }

  /** Requests the rows that match the filters. */
  async narrow(template, values) {
    const isAll = !Object.values(values).some(Boolean);
    this.values = values;
    this.narrowed = isAll ? null : { href: expand(template, values) };
    const { address } = this;
    this.card.setAttribute("aria-busy", "true");
    try {
      const pages = await soughtPages((source) => askPage(this.app, source), address);
      if (address !== this.address) return;
      this.draw(...pages);
      this.app.notices.speak(
        this.isEmpty
          ? say("nothingFound")
          : say("found", { count: pages[0].count ?? pages.flatMap((page) => page.data ?? []).length }));
    } catch (fault) {
      if (address === this.address) this.app.notices.troubled(fault, () => this.narrow(template, values));
    } finally {
      if (address === this.address) this.card.setAttribute("aria-busy", "false");
    }
  }

  /** Requests the rows again. Keeps the shown ones if the request fails or nothing has changed. */
  async refresh() {
    const { address } = this;
    try {
      const pages = await renewedPages((source) => askPage(this.app, source), address, this.pages);
      if (address === this.address && JSON.stringify(pages) !== this.known) this.draw(...pages);
    } catch (fault) {
      console.info(describe(fault));
    }
  }

  close() {}
}
