import "./texts-of-forms.js";
import { setLanguage, language } from "./client/language.js";
import { TokenSession } from "./client/token-session.js";
import { element } from "./element.js";
import { mount } from "./mount.js";
import { PartOfPage } from "./part-of-page.js";
import { sendAgain } from "./returning.js";
import { storeOf } from "./stores.js";
import { say } from "./texts.js";

/** The bank's style, which the server adds. */
const THEME = "theme.css";
/** The languages of the client's texts. */
const LANGUAGES = ["ru", "en"];
/** The forms on the page. They have one language. */
const shown = new Set();

/** Returns an origin with `https`, or with `http` on this computer; null for other texts. */
function originOf(/** @type {string | null} */ text) {
  let url;
  try {
    url = new URL(text ?? "");
  } catch {
    return null;
  }
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const isSafe = url.protocol === "https:" || (isHere && url.protocol === "http:");
  return isSafe && [url.origin, `${url.origin}/`].includes(text ?? "") ? url.origin : null;
}

/** The deep link of an operation; null for a wrong id. */
const linkOf = (/** @type {string | null} */ id) =>
  (/^[\w.-]+$/.test(id ?? "") ? ["valence:/", "operations", id].join("/") : null);

/** An operation of a bank in a page of any origin: `<valence-form server operation language>`. */
export class ValenceForm extends HTMLElement {
  static observedAttributes = ["server", "operation", "language", "token"];

  #root = this.attachShadow({ mode: "open" });
  /**
   * The token or the function that returns it.
   * @type {import("./client/token-session.js").TokenSource}
   */
  #source = null;
  /** @type {any} */
  #app = null;
  #session = new TokenSession();
  /** The number of the newest opening. Earlier ones stop when they find a newer number. */
  #opening = 0;
  #hasBegun = false;
  /**
   * The id of the person, with which entries survive a reload.
   * @type {string | undefined}
   */
  person;

  /**
   * Sets the token of the person: a text, or a function that returns one, also later. Without a
   * token the form is empty, because a page of others must not ask for a password of the bank. The
   * token cannot be read.
   */
  set token(source) {
    this.#source = source ?? null;
    if (this.#source === null) this.#close();
    else if (this.#app) this.#continue();
    else this.#openLater();
  }

  connectedCallback() {
    // The page may have set these properties before the element was defined.
    for (const name of ["token", "person"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#openLater();
  }

  disconnectedCallback() { queueMicrotask(() => { if (!this.isConnected) this.#close(); }); }

  attributeChangedCallback(name, before, now) {
    if (name === "token") {
      if (now === null) return;
      this.removeAttribute(name);
      this.#refuse("token-attribute", "the token is a property, not an attribute");
    } else if (before !== now && this.isConnected) {
      // A token is for the server for which the page has set it.
      if (name === "server" && this.#app) this.#source = null;
      this.#close();
      this.#openLater();
    }
  }

  #report(name, detail) {
    this.dispatchEvent(new CustomEvent(`valence-${name}`, { detail, bubbles: true, composed: true }));
  }

  /** Reports a mistake of the page. */
  #refuse(name, text) {
    console.error(`valence-form: ${text}`);
    this.#report("problem", { name, title: text });
  }

  #close() {
    this.#opening += 1;
    this.#app?.close();
    this.#app = null;
    this.#hasBegun = false;
    this.#root.replaceChildren();
    shown.delete(this);
  }

  /** Opens the form after the page has set all attributes. */
  #openLater() {
    const number = ++this.#opening;
    queueMicrotask(() => {
      if (number === this.#opening && this.isConnected && !this.#app && this.#source !== null) this.#open();
    });
  }

  async #open() {
    const [server, link] = [originOf(this.getAttribute("server")), linkOf(this.getAttribute("operation"))];
    if (!server) return this.#refuse("server", "`server` is an origin with https");
    if (!link) return this.#refuse("operation", "`operation` is the id of an operation");
    this.#speak();
    shown.add(this);
    const number = this.#opening;
    const page = new PartOfPage(this.#root, server);
    // A group, because a page can have several forms.
    const place = element("div", { class: "app", part: "form", lang: language() },
      element("div", { class: "floating", role: "group", "aria-label": say("notices") },
        element("div", { class: "notices" }), element("p", { class: "spoken", role: "status" })),
      element("div", { class: "stage" }));
    this.#root.replaceChildren(place);
    const app = this.#mount(place, { server, link, page });
    this.#app = app;
    try {
      // Styles that do not load leave a form that works.
      await page.addStyle(new URL("valence-form.css", import.meta.url));
      await page.addStyle(new URL(THEME, import.meta.url));
    } catch (fault) {
      console.error(fault);
    }
    let source;
    while (number === this.#opening && source !== this.#source) {
      source = this.#source;
      await this.#session.open(source).catch((fault) => console.error(fault));
    }
    if (number !== this.#opening) return;
    this.#hasBegun = true;
    if (this.#session.isOpen) await begun(app, link);
    else this.#refuse("token", "the source of the token has none");
  }

  #mount(place, { server, link, page }) {
    this.#session = new TokenSession();
    this.#session.user = this.person;
    const name = `valence.${server}.${this.getAttribute("operation")}`;
    const { store, release } = storeOf(name, this.person);
    const app = mount(place, {
      base: server, session: this.#session, page, store, name, begin: () => begun(app, link),
      report: (event, detail) => this.#report(event, detail),
    });
    app.onClose(release);
    app.connection.onSessionEnd = () => {
      app.notices.stand("session", say("sessionEnded"));
      this.#report("session-ended", {});
    };
    app.connection.onPlace = (event) => app.events.begin(event);
    app.connection.onProblem = ({ name, status, title }) => this.#report("problem", { name, status, title });
    for (const event of ["click", "auxclick"]) place.addEventListener(event, (tap) => this.#guard(tap, server), true);
    return app;
  }

  /** Sets the language of the forms of the page. The first form decides. */
  #speak() {
    const wanted = this.getAttribute("language") ?? document.documentElement.lang.slice(0, 2);
    const known = LANGUAGES.includes(wanted) ? wanted : "en";
    if (![...shown].some((each) => each !== this)) setLanguage(known);
    else if (known !== language()) this.#refuse("language", "the forms of a page have one language");
  }

  /** Refuses a link to another origin. The page can follow it after the event. */
  #guard(event, server) {
    const [link] = event.composedPath().filter((each) => each instanceof HTMLAnchorElement && each.href);
    if (!link || !/^https?:$/.test(link.protocol) || link.origin === server) return;
    event.preventDefault();
    event.stopPropagation();
    this.#report("problem", { name: "foreign-link", title: say("foreignLink"), href: link.href });
    this.#app.notices.passing(say("foreignLink"), "warning");
  }

  /** Continues with another token: the form keeps its entries and its keys. */
  async #continue() {
    const app = this.#app;
    if (!this.#hasBegun) return;
    if (!await this.#session.open(this.#source).catch((fault) => console.error(fault)) || app !== this.#app) return;
    app.notices.fall("session");
    if (!app.navigation.layers.length) return app.navigation.begin();
    for (const { view } of app.navigation.layers) for (const form of view.forms) form.evaluation.everything();
  }
}

/** Shows an operation as the lowest document, with what the person has entered before a reload. */
async function begun(app, link) {
  const { navigation, keeping, notices } = app;
  try {
    const { open } = await navigation.progress.during(app.ask(app.start(link)));
    const answer = await navigation.progress.during(navigation.drawn(open, true));
    const { drawn: [kept] } = await keeping.open();
    const source = kept ? kept.answer.flow ?? { href: kept.answer.draft?.href } : open;
    await navigation.show(kept?.answer ?? answer, { root: !answer.isMissing, source });
    if (kept?.values) navigation.top.view.fill?.(kept.values);
    await sendAgain(navigation);
  } catch (fault) {
    notices.troubled(fault, () => begun(app, link));
  }
}

// A page can import the module of two versions or servers. The first one defines the element.
if (!customElements.get("valence-form")) customElements.define("valence-form", ValenceForm);
