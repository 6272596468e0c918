import { NoAnswer } from "./client/problem.js";
import { session } from "./session.js";

let parts, lists;
const loading = new Map();

/**
 * Loads the scripts of trees, filters and row menus, and their styles. Fails with `NoAnswer`. A
 * login needs only the script of trees and one style; the others load after it, or if they are
 * `wanted`.
 */
export const loadForms = (wanted = session.isOpen) => Promise.all([
  once("forms", loadScript).then(() =>
    wanted && Promise.all([once("outcomes", parts.loadOutcomes), once("lists", loadScriptOfLists)])),
  once(".entry"), wanted && once(":not(.entry)"),
]);

/** Loads a part once: the styles that `name` selects, or the result of `load`. */
function once(name, /** @type {(name: string) => Promise<any>} */ load = loadStyles) {
  if (!loading.has(name)) {
    loading.set(name, load(name).catch((fault) => {
      loading.delete(name);
      console.error(fault);
      throw new NoAnswer();
    }));
  }
  return loading.get(name);
}

async function loadScript() { parts = await import("./later.js"); }

async function loadScriptOfLists() { lists = await parts.loadLists(); }

const loadStyles = (which) => Promise.all([...document.querySelectorAll(`link[disabled]${which}`)].map(enabled));

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

/**
 * Creates the form of a tree. Callers of this and the following functions must await `loadForms`.
 */
export const formOf = (drawn, surroundings) => new parts.Form(drawn, surroundings);
export const filtersOf = (filters, changed) => lists.filtersOf(filters, changed);
export const menuOf = (row, surroundings) => lists.menuOf(row, surroundings);
export const actionOf = (action, surroundings) => lists.actionOf(action, surroundings);
export const pageOf = (found, lead, self) => parts.pageOf(found, lead, self);
export const agreesToLeave = () => parts.agreesToLeave();
export const loadScan = () => parts.loadScan();
export const loadEmpty = () => parts.loadEmpty();

/** Loads the forms at the first touch or key, before they are needed. */
export function loadFormsWhenTouched() {
  for (const touch of ["pointerdown", "keydown"]) {
    window.addEventListener(touch, () => loadForms().catch(() => {}), { once: true, capture: true });
  }
}
