import { NoAnswer } from "./problem.js";

let Form;

/** Loads what draws trees, which the first screen does without; it fails as a request without an answer does. */
export async function loadForms() {
  if (Form) return;
  try {
    ({ Form } = await import("./form.js"));
  } catch (fault) {
    console.error(fault);
    throw new NoAnswer();
  }
}

/** The form of a tree. Whoever asks for it has waited for `loadForms`. */
export const formOf = (drawn, surroundings) => new Form(drawn, surroundings);

/** Loads it with the first touch, so that it is there before it is wanted. */
export function loadFormsWhenTouched() {
  for (const touch of ["pointerdown", "keydown"]) window.addEventListener(touch, () => loadForms().catch(() => {}), { once: true, capture: true });
}
