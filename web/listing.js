import { element } from "./element.js";
import { describe, troubled } from "./notices.js";
import { rowOf } from "./row.js";
import { say } from "./texts.js";
import { ask } from "./transport.js";

/** A list of the server's: its rows, each leading where the module says, and more of them on demand. */
export class Listing {
  constructor(answer, module, navigation) {
    Object.assign(this, { module, navigation, source: module });
    this.rows = element("ul", { class: "list" });
    this.more = element("button", { type: "button", class: "text-button more", text: say("more"), on: { click: () => this.append() } });
    this.element = element("div", { class: "card rows" }, this.rows, this.more);
    this.draw(answer);
  }

  /** True if the list is empty and its module says that an empty list is not drawn. */
  get isHidden() { return this.module.hideEmpty === true && this.isEmpty; }

  get forms() { return []; }

  draw(...pages) {
    const focused = [...this.rows.children].findIndex((row) => row.contains(document.activeElement));
    this.rows.replaceChildren();
    this.drawnPages = [];
    for (const page of pages) this.take(page);
    this.isEmpty = !this.rows.children.length;
    this.drawn?.();
    if (this.isEmpty) this.rows.append(element("li", { class: "empty", text: say("empty") }));
    if (focused >= 0) (this.rows.children[focused] ?? this.rows.lastElementChild).querySelector("button")?.focus({ preventScroll: true });
  }

  /** How many pages are shown. */
  get pages() { return this.drawnPages.length; }

  /** What is shown, as the server told it. */
  get known() { return JSON.stringify(this.drawnPages); }

  take(page) {
    const { data = [], next } = page;
    this.drawnPages.push(page);
    this.rows.append(...data.map((row) => element("li", {}, rowOf(row, this.leading(row), { hasMark: true }))));
    this.next = next;
    this.more.hidden = !next;
  }

  /** The action of a tap on a row; null where it leads nowhere. */
  leading(row) {
    const lead = this.module.row;
    const href = lead && expand(lead.href, row);
    return href ? () => this.navigation.follow({ ...lead, href }) : null;
  }

  async append() {
    try {
      this.take(await ask({ href: this.next }));
    } catch (fault) {
      troubled(fault, () => this.append());
    }
  }

  /** Asks for the rows again, quietly: they stay as they are where no answer comes, or the same one. */
  async refresh() {
    try {
      const pages = [await ask(this.module)];
      // As many as are shown: nobody's place is lost.
      while (pages.length < this.pages && pages.at(-1).next) pages.push(await ask({ href: pages.at(-1).next }));
      if (JSON.stringify(pages) !== this.known) this.draw(...pages);
    } catch (fault) {
      console.info(describe(fault));
    }
  }

  close() {}
}

/** A template of level 1 (RFC 6570) filled with a row's members; null where one is missing. */
export function expand(template, row) {
  let isWhole = true;
  const href = template.replace(/\{([\w.]+)\}/g, (_, name) => {
    const value = row[name];
    if (value === undefined || value === null) isWhole = false;
    return encodeURIComponent(value ?? "");
  });
  return isWhole ? href : null;
}
