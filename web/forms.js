import { NoAnswer } from "./problem.js";
import { session } from "./session.js";

let parts, lists;
const loading = new Map();

/** Loads the scripts of trees, filters and row menus, and their styles. It fails as an unanswered request does. A login needs the script
 * of trees and one of the styles; the others are loaded after it, or where they are `wanted` before. */
export const loadForms = (wanted = session.isOpen) => Promise.all([
  once("forms", loadScript).then(() => wanted && Promise.all([once("outcomes", parts.loadOutcomes), once("lists", loadScriptOfLists)])),
  once(".entry"), wanted && once(":not(.entry)"),
]);

/** Loads a part of it, unless that is under way or done: the styles of some links, or what `load` loads. */
function once(name, load = loadStyles) {
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

/** Loads a style that the page has and does not use yet. */
function enabled(link) {
  return new Promise((done, failed) => {
    link.onload = done;
    link.onerror = () => {
      link.disabled = true;
      failed(new Error(link.href));
    };
    link.disabled = false;
    // A browser that has loaded it all the same says nothing more.
    if (link.sheet) done();
  });
}

/** The form of a tree. Whoever asks for it, or for one of those below, has waited for `loadForms`. */
export const formOf = (drawn, surroundings) => new parts.Form(drawn, surroundings);
export const filtersOf = (filters, changed) => lists.filtersOf(filters, changed);
export const menuOf = (row, surroundings) => lists.menuOf(row, surroundings);
export const actionOf = (action, surroundings) => lists.actionOf(action, surroundings);
export const pageOf = (found, lead, self) => parts.pageOf(found, lead, self);
export const agreesToLeave = () => parts.agreesToLeave();
export const loadScan = () => parts.loadScan();
export const loadEmpty = () => parts.loadEmpty();

/** Loads it with the first touch, so that it is there before it is wanted. */
export function loadFormsWhenTouched() {
  for (const touch of ["pointerdown", "keydown"]) window.addEventListener(touch, () => loadForms().catch(() => {}), { once: true, capture: true });
}
