import { NoAnswer } from "./problem.js";

let parts;

/** Loads what the first screen does without: trees, and what narrows lists and acts on rows. It fails as a request without an answer does. */
export async function loadForms() {
  if (parts) return;
  try {
    parts = await import("./later.js");
  } catch (fault) {
    console.error(fault);
    throw new NoAnswer();
  }
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
