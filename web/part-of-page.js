import { focusIn, isLost } from "./focus.js";
import { OwnHistory } from "./own-history.js";

/** The names of the styles that a style sheet imports. */
const importsOf = (text) => [...text.matchAll(/@import\s*"\.\/([\w.-]+)";/g)].map(([, name]) => name);

const loading = new Map();

/**
 * Loads a style sheet with its imports, once for all places of the page. The typeface is left out:
 * a shadow tree cannot have one, and the policy of the page may forbid it.
 */
function sheetAt(/** @type {URL} */ href) {
  if (!loading.has(href.href)) loading.set(href.href, made(href).catch((fault) => {
    loading.delete(href.href);
    throw fault;
  }));
  return loading.get(href.href);
}

async function made(href) {
  const sheet = new CSSStyleSheet();
  // The tokens are properties of the host, where the rules of the page have precedence.
  sheet.replaceSync((await textAt(href)).replaceAll(":root", ":host"));
  for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
    if (sheet.cssRules[index] instanceof CSSFontFaceRule) sheet.deleteRule(index);
  }
  return sheet;
}

async function textAt(href) {
  const response = await fetch(href, { credentials: "omit" });
  if (!response.ok) throw new Error(`${response.status} ${href}`);
  const text = await response.text();
  const inner = await Promise.all(importsOf(text).map((name) => textAt(new URL(name, href))));
  return [...inner, text.replace(/@import[^;]*;/g, "")].join("\n");
}

/** A place in a page of others: a shadow root with its own styles and its own history. */
export class PartOfPage {
  history = new OwnHistory();
  brand = undefined;
  scroll = 0;
  /** The styles in their order. */
  #sheets = /** @type {string[]} */ ([]);

  constructor(/** @type {ShadowRoot} */ root, /** @type {string} */ base) {
    this.root = root;
    this.base = base;
    /** True after the person has entered the form. */
    this.isEntered = false;
    root.addEventListener("focusin", () => { this.isEntered = true; });
  }

  /** Moves the start of the place into the window after a document has replaced another one. */
  scrollTo(place) {
    if (place.getBoundingClientRect().top < 0) place.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /**
   * A form takes the focus only from itself, also if its focused element was removed. A page can
   * have several forms, and the person has not entered all of them.
   */
  mayFocus(place) { return place.contains(focusIn(place)) || (this.isEntered && isLost()); }

  entitle() {}

  /** A link opens the page of the bank. */
  linkTo(href) { return `${this.base}/#${href}`; }

  /** All styles are loaded before the first document. */
  async load() {}

  async addStyle(/** @type {URL} */ href) {
    if (this.#sheets.includes(href.href)) return;
    this.#sheets.push(href.href);
    const sheet = await sheetAt(href);
    this.root.adoptedStyleSheets = [...this.root.adoptedStyleSheets, sheet];
  }
}
