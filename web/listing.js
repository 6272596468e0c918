import { shareButton } from "./copying.js";
import { element } from "./element.js";
import { factOf } from "./facts.js";
import { keepingFocus } from "./focus.js";
import { actionOf, filtersOf, loadEmpty, loadForms, menuOf } from "./forms.js";
import { describe, speak, troubled } from "./notices.js";
import { rowOf } from "./row.js";
import { pairsOf } from "./shown.js";
import { expand, expandBody } from "./template-of-address.js";
import { say } from "./texts.js";
import { ask } from "./transport.js";

/** So many pages are asked for before nothing is said to be found. */
const SOUGHT = 5;

/** So many submissions that wait for a signature are shown above other lists. */
const FEW = 2;

/** Waits for what a page of a list needs to be drawn, and answers the page. */
export async function readied(page, { href }) {
  if ((page.filters?.length && !isPreview(href)) || page.actions?.length || page.data?.some((row) => row.actions?.length)) await loadForms(true);
  return page;
}

/** True for the address of the first rows of a list that another screen shows as a whole. */
const isPreview = (href) => /[?&]limit=/.test(href);

const askPage = async (source) => readied(await ask(source), source);

/** A list of the server's: its rows, each leading where the module says, what narrows them, and more of them on demand. */
export class Listing {
  constructor(answer, module, navigation, { level = 2, facts = [] } = {}) {
    Object.assign(this, { module, navigation, source: module, level, facts });
    this.rows = element("ul", { class: "list" });
    this.more = element("button", { type: "button", class: "text-button more", on: { click: () => (this.isFolded ? this.unfold() : this.append()) } });
    this.summary = element("div", { class: "turnover", hidden: true });
    this.sharing = element("div", { class: "sharing" });
    this.card = element("div", { class: "card rows" }, this.rows, this.sharing, this.more);
    this.element = element("div", { class: "listing" }, this.summary, this.card);
    if (answer.filters?.length && answer.filterHref && !this.isPreview) {
      this.texts = answer.filters.filter(({ kind }) => kind === "text").map(({ name }) => name);
      this.filters = filtersOf(answer.filters, (values) => this.narrow(answer.filterHref, values));
      this.element.prepend(this.filters);
    }
    this.draw(answer);
  }

  /** True if the list is empty and its module says that an empty list is not drawn. */
  get isHidden() { return this.module.hideEmpty === true && this.isEmpty && !this.isNarrowed; }

  get forms() { return []; }

  /** True for the first rows of a list that another screen shows as a whole: they are neither narrowed nor followed by more. */
  get isPreview() { return isPreview(this.module.href); }

  /** The request whose answer is shown. */
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
    // A sum that the screen shows large above is not shown again.
    const summary = pages[0].summary?.filter((pair) => !this.facts.some((fact) => fact.label === pair.label && fact.currency === pair.currency));
    this.card.classList.toggle("facts", pages.some(({ data = [] }) => data.some((row) => row.pair)));
    this.sharing.replaceChildren(...(share?.text ? [shareButton(share.text)] : []),
      ...actions.map((action) => actionOf(action, { navigation: this.navigation, done: () => this.refresh() })));
    this.summary.hidden = !summary?.length;
    this.summary.replaceChildren(...(summary?.length ? [pairsOf(summary)] : []));
  }

  drawEmpty() {
    const made = element("li", { class: "empty" });
    if (!this.isHidden) loadForms().then(loadEmpty).then(({ drawEmpty }) => drawEmpty(made, this)).catch((fault) => { made.textContent = describe(fault); });
    return made;
  }

  /** How many pages are shown. */
  get pages() { return this.drawnPages.length; }

  /** What is shown, as the server told it. */
  get known() { return JSON.stringify(this.drawnPages); }

  take(page) {
    const { data = [], next } = page;
    this.drawnPages.push(page);
    for (const row of data) {
      if (row.group && row.group.value !== this.group) {
        this.rows.append(element("li", { class: "day" }, element("p", { role: "heading", "aria-level": String(this.level), text: row.group.text })));
      }
      this.group = row.group?.value ?? null;
      if (row.pair) {
        this.rows.append(element("li", { class: "fact", "data-key": row.id }, factOf(row.pair, { isCopied: true })));
        continue;
      }
      const title = row.parts?.title?.text ?? row.title ?? "";
      const menu = row.actions?.length ? menuOf(row, { title, navigation: this.navigation, done: () => this.refresh() }) : null;
      this.listOf(row).append(element("li", { "data-key": row.id }, rowOf(row, this.leading(row), { hasMark: true, menu })));
    }
    if (this.closed) this.rows.append(this.closed);
    this.next = next;
    this.fold();
  }

  /** The list of a row: what is closed is folded, behind everything else. */
  listOf({ badge }) {
    if (badge?.state !== "closed") return this.rows;
    this.closed ??= element("li", {}, element("details", { class: "closed" }, element("summary"), element("ul")));
    const [summary, list] = this.closed.firstChild.children;
    summary.textContent = say("closedRows", { count: String(list.childElementCount + 1) });
    return list;
  }

  /** Hides submissions that wait for a signature above other lists, down to a few, until all are wanted. */
  fold() {
    const all = this.drawnPages.flatMap(({ data = [] }) => data);
    this.isFolded = !this.isWhole && !this.isPreview && this.module.hideEmpty === true && all.length > FEW && all.every(({ badge }) => badge?.state === "awaitingSignature");
    let seen = 0;
    for (const row of this.rows.children) {
      row.hidden = this.isFolded && seen >= FEW;
      seen += "key" in row.dataset ? 1 : 0;
    }
    this.more.textContent = this.isFolded ? say("allOf", { count: String(this.drawnPages[0].count ?? all.length) }) : say("more");
    this.more.hidden = this.isPreview || (!this.isFolded && !this.next);
  }

  unfold() {
    this.isWhole = true;
    const first = this.rows.querySelector("[hidden][data-key] button");
    this.fold();
    first?.focus();
  }

  /** The action of a tap on a row; null where it leads nowhere. */
  leading(row) {
    const lead = this.module.row;
    const href = lead && expand(lead.href, row);
    const body = href && lead.body ? expandBody(lead.body, row) : undefined;
    return href && body !== null ? () => this.navigation.follow({ ...lead, href, body, row }, { from: this }) : null;
  }

  async append() {
    try {
      this.take(await this.navigation.progress.during(askPage({ href: this.next })));
    } catch (fault) {
      troubled(fault, () => this.append());
    }
  }

  /** Asks for the rows that what was chosen leaves. */
  async narrow(template, values) {
    const isAll = !Object.values(values).some(Boolean);
    this.values = values;
    this.narrowed = isAll ? null : { href: expand(template, values) };
    const { address } = this;
    this.card.setAttribute("aria-busy", "true");
    try {
      const pages = [await askPage(address)];
      // A narrowed page may have no rows while the next one has.
      while (pages.length < SOUGHT && !pages.some((page) => page.data?.length) && pages.at(-1).next) pages.push(await askPage({ href: pages.at(-1).next }));
      if (address !== this.address) return;
      this.draw(...pages);
      speak(this.isEmpty ? say("nothingFound") : say("found", { count: pages[0].count ?? pages.flatMap((page) => page.data ?? []).length }));
    } catch (fault) {
      if (address === this.address) troubled(fault, () => this.narrow(template, values));
    } finally {
      if (address === this.address) this.card.setAttribute("aria-busy", "false");
    }
  }

  /** Asks for the rows again, quietly: they stay as they are where no answer comes, or the same one. */
  async refresh() {
    const { address } = this;
    try {
      const pages = [await askPage(address)];
      // As many as are shown: nobody's place is lost.
      while (pages.length < this.pages && pages.at(-1).next) pages.push(await askPage({ href: pages.at(-1).next }));
      if (address === this.address && JSON.stringify(pages) !== this.known) this.draw(...pages);
    } catch (fault) {
      console.info(describe(fault));
    }
  }

  close() {}
}
