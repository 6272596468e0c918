import { NoAnswer } from "./client/problem.js";

let parts, lists;
const loading = new Map();

/**
 * Loads the scripts of trees, filters and row menus, and their styles. Fails with `NoAnswer`. A
 * login needs only the script of trees and one style; the others load after it, or if they are
 * `wanted`.
 */
export const loadForms = (app, wanted = app.session.isOpen) => Promise.all([
  once("forms", loadScript).then(() => {
    parts.followFocus(app);
    return wanted && Promise.all([once("outcomes", parts.loadOutcomes), once("lists", loadScriptOfLists)]);
  }),
  app.page.load(".entry"), wanted && app.page.load(":not(.entry)"),
]);

/** Loads a part once. */
function once(name, /** @type {(name: string) => Promise<any>} */ load) {
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

/**
 * Creates the form of a tree. Callers of this and the following functions must await `loadForms`.
 */
export const formOf = (drawn, surroundings) => new parts.Form(drawn, surroundings);
export const filtersOf = (filters, changed, app) => lists.filtersOf(filters, changed, app);
export const menuOf = (row, surroundings) => lists.menuOf(row, surroundings);
export const actionOf = (action, surroundings) => lists.actionOf(action, surroundings);
export const pageOf = (found, lead, self) => parts.pageOf(found, lead, self);
export const agreesToLeave = (app) => parts.agreesToLeave(app);
export const loadScan = () => parts.loadScan();
export const loadEmpty = () => parts.loadEmpty();

/** Loads the forms at the first touch or key, before they are needed. */
export function loadFormsWhenTouched(app) {
  for (const touch of ["pointerdown", "keydown"]) {
    window.addEventListener(touch, () => loadForms(app).catch(() => {}), { once: true, capture: true });
  }
}
