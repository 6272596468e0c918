import { addressOfPage, pageAt } from "./address.js";
import { brandTitle } from "./brand.js";
import { element } from "./element.js";
import { NoAnswer } from "./client/problem.js";

/** The address of the page for a server address. Without a session it keeps its own. */
const pageFor = (/** @type {string | null | undefined} */ href) => pageAt(href === undefined ? addressOfPage() : href);

/** The browser's history. The fragment of the page's address is the server address of the layer. */
const pageHistory = {
  get state() { return history.state; },
  push(state, href) { history.pushState(state, "", pageFor(href)); },
  replace(state, href) { history.replaceState(state, "", pageFor(href)); },
  go(steps) { history.go(steps); },
  listen(act) {
    // Layers restore their own scroll position. The browser would do it later.
    history.scrollRestoration = "manual";
    window.addEventListener("popstate", (event) => act(event.state));
  },
};

/** The page of the full client, which is all its own. */
export class WholePage {
  history = pageHistory;
  #loading = new Map();

  get brand() { return brandTitle(); }

  get scroll() { return window.scrollY; }

  scrollTo(_, position) { window.scrollTo(0, position); }

  mayFocus() { return true; }

  print() { window.print(); }

  entitle(title) { document.title = [title, this.brand].filter(Boolean).join(" · "); }

  linkTo(href) { return pageAt(href); }

  /** Loads the disabled styles that `which` selects, once. Fails with `NoAnswer`. */
  load(which) {
    if (!this.#loading.has(which)) {
      const links = [...document.querySelectorAll(`link[disabled]${which}`)];
      this.#loading.set(which, Promise.all(links.map(enabled)).catch((fault) => {
        this.#loading.delete(which);
        console.error(fault);
        throw new NoAnswer();
      }));
    }
    return this.#loading.get(which);
  }

  addStyle(href) {
    if (document.querySelector(`link[href="${href}"]`)) return;
    document.head.append(element("link", { rel: "stylesheet", href }));
  }
}

/** Loads a style sheet that is disabled at first. */
function enabled(link) {
  return new Promise((done, failed) => {
    link.onload = done;
    link.onerror = () => {
      link.disabled = true;
      failed(new Error(link.href));
    };
    link.disabled = false;
    // A browser that has already loaded it sends no event.
    if (link.sheet) done();
  });
}
