import { NoAnswer } from "./problem.js";

let parts, loading;

/** Loads what the first screen does without: trees, and what narrows lists and acts on rows. It fails as a request without an answer does. */
export function loadForms() {
  loading ??= load().catch((fault) => {
    loading = undefined;
    console.error(fault);
    throw new NoAnswer();
  });
  return loading;
}

async function load() {
  [parts] = await Promise.all([import("./later.js"), ...[...document.querySelectorAll("link[disabled]")].map(enabled)]);
}

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
export const filtersOf = (filters, changed) => parts.filtersOf(filters, changed);
export const menuOf = (row, surroundings) => parts.menuOf(row, surroundings);
export const agreesToLeave = () => parts.agreesToLeave();

/** Loads it with the first touch, so that it is there before it is wanted. */
export function loadFormsWhenTouched() {
  for (const touch of ["pointerdown", "keydown"]) window.addEventListener(touch, () => loadForms().catch(() => {}), { once: true, capture: true });
}
