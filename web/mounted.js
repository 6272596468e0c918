import { Connection } from "./client/connection.js";
import { Drafts } from "./client/drafts.js";
import { Sent } from "./client/sent.js";
import { host } from "./host.js";
import { kinds as drawnKinds } from "./kinds.js";
import { Notices } from "./notices.js";
import { addWords } from "./texts.js";

/** The only server address that the client contains. The server supplies all others. */
const ENTRY = "/start";

/** The mounted clients by their places. */
const apps = new WeakMap();

/**
 * The surroundings of a mounted client: the whole page of the full client, or a place in a page of
 * others. Only the whole page has a title, and a history in the browser.
 * @typedef {object} Surroundings
 * @property {any} history The entries of the layers.
 * @property {string | undefined} brand The name of the bank on the page.
 * @property {number} scroll The scroll position.
 * @property {(place: HTMLElement) => boolean} mayFocus True if a new root may take the focus.
 * @property {(place: HTMLElement, position: number) => void} scrollTo
 * @property {() => void} [print]
 * @property {(title: string | undefined) => void} entitle Sets the title of the browser's tab.
 * @property {(which: string) => Promise<any>} load Loads styles: `.entry`, or `:not(.entry)`.
 * @property {(href: URL) => void} addStyle
 * @property {(href: string) => string} linkTo The address of a page for the server address.
 */

/**
 * A client in one place of a page. Clients in other places share nothing with it but the language
 * and the loaded modules.
 */
export class App {
  /** @type {any} */
  navigation = null;
  /** The names and versions of the documents that were opened. */
  opened = new Set();
  #ends = /** @type {(() => void)[]} */ ([]);

  /**
   * @param {HTMLElement} place It contains `.floating` with `.notices` and `.spoken`, and `.stage`.
   * @param {object} options
   * @param {string} [options.base] The origin of the server; the page's own by default.
   * @param {any} options.session
   * @param {Surroundings} options.page
   * @param {Record<string, Record<string, string>>} [options.words] Texts by language and name that
   *   replace the client's own.
   * @param {readonly string[]} [options.kinds] The kinds of atoms to request.
   * @param {(name: string, detail: any) => void} [options.report] Gets the events for the page.
   * @param {import("./client/sent.js").Store} [options.store] Keeps open forms and requests.
   * @param {string} [options.name] The prefix of the names in the store.
   */
  constructor(place, {
    base = "", session, page, words, kinds = drawnKinds(), report = () => {}, store = sessionStorage, name = "valence",
  }) {
    this.place = place;
    this.base = base;
    this.session = session;
    this.page = page;
    this.report = report;
    this.connection = new Connection({ server: base, session, kinds, client: "web/1.0", host });
    this.sent = new Sent(store, session, `${name}.sent`);
    this.keeping = new Drafts(this.connection, { store, sent: this.sent, name: `${name}.forms` });
    if (words) addWords(words);
    place.classList.add("app");
    this.floating = place.querySelector(".floating");
    this.stage = place.querySelector(".stage");
    this.notices = new Notices(this.floating);
    apps.set(place, this);
  }

  /** Sends a request of this client. */
  ask(lead, /** @type {import("./client/connection.js").Sent} */ sent = {}) { return this.connection.ask(lead, sent); }

  /** Requests the entry point, with a deep link if there is one. */
  start(/** @type {string | null} */ link) {
    return { href: link ? `${ENTRY}?url=${encodeURIComponent(link)}` : ENTRY };
  }

  /** The address of a file at a path of the server. */
  url(path) { return this.base + path; }

  /** Calls `act` when the client is removed from the page. */
  onClose(act) { this.#ends.push(act); }

  /** Removes the client from the page. */
  close() {
    for (const layer of this.navigation?.layers.toReversed() ?? []) layer.view.close();
    for (const end of this.#ends) end();
    this.place.replaceChildren();
  }
}

/** The client whose place contains a node. */
export const appOf = (/** @type {Element} */ node) => apps.get(node.closest(".app"));
