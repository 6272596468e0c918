/** The documents that the client shows, and what a person does with screens and lists. */
export class Browsing {
  /** The shown document. */
  document = {};
  /** The lists of the shown document: the lead of their rows and their pages. */
  lists = [];

  /** @param {any} app The client, which draws forms and sends requests. */
  constructor(app) { this.app = app; }

  /** Requests an address and shows its document. */
  async open(source) {
    this.source = source;
    await this.show(await this.app.connection.ask(source, { body: source.body }), source);
  }

  /** Shows a document, or what a lead or an answer leads to. */
  async show(answer, source = {}) {
    const { app } = this;
    const name = app.client.nameOf(answer ?? {});
    if (answer?.next && !["tree", "screen", "list"].includes(name)) return this.show(answer.next);
    if (name === "lead") return app.client.isOwn(answer.href) ? this.open(answer) : undefined;
    if (name === "back") return this.open(this.source);
    this.document = answer ?? {};
    this.lists = name === "list" ? [{ source, pages: [answer] }] : [];
    app.draw(this.document);
    const parts = (this.document.modules ?? []).filter(({ module }) => module === "list");
    for (const part of parts) await this.load(part);
  }

  /** Loads the list of a screen. A failed one is not drawn as an empty one. */
  async load(module) {
    const list = { source: module, row: module.row, pages: [] };
    this.lists.push(list);
    list.pages = [module.content ?? await this.app.connection.ask({ href: module.href })];
  }

  /** Follows the module, row, link or changed value with a name. */
  follow(name) {
    const { app } = this;
    const module = (this.document.modules ?? []).find((each) => each.title === name && each.module !== "list");
    if (module) return this.open(module);
    for (const { row: lead, pages } of this.lists) {
      const row = pages.flatMap(({ data = [] }) => data).find((each) => (each.parts?.title?.text ?? each.title) === name);
      if (!row) continue;
      if (!lead) return this.open({ href: row.href });
      return this.open({ ...lead, href: app.client.expand(lead.href, row), body: lead.body && app.client.expandBody(lead.body, row) });
    }
    for (const atom of app.form?.tree.all() ?? []) {
      const { change, action, pair, caption } = atom.state;
      if (change && (pair?.label ?? caption) === name) return this.open(change);
      if (atom.kind === "link" && caption === name) return this.open(action ?? atom.state);
    }
    throw new Error(`nothing with the name ${name}`);
  }

  /** Requests the next page of the shown list. */
  async more() {
    const [{ pages }] = this.lists;
    const { next } = pages.at(-1);
    if (next) pages.push(await this.app.connection.ask({ href: next }));
  }

  /** Requests the rows that match a filter. */
  async filter(name, text) {
    const [list] = this.lists;
    const href = this.app.client.expand(list.pages[0].filterHref, { [name]: text });
    list.pages = await this.app.client.soughtPages((source) => this.app.connection.ask(source), { href });
  }

  /** The lines of modules and rows in the outline. */
  get outline() {
    const rows = this.lists.flatMap(({ pages }) => pages).flatMap(({ data = [] }) => data);
    return [
      ...(this.document.modules ?? []).map(({ title }) => ({ role: "link", name: title ?? "" })),
      ...rows.map(({ parts, title, trailing }) => ({
        role: "link", name: parts?.title?.text ?? title ?? "", value: parts?.trailing?.text ?? trailing,
      })),
    ];
  }
}
