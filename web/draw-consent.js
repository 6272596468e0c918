import { drawToggle } from "./draw-toggle.js";

/**
 * Draws a consent: a switch next to its document. Until the drawing of the document loads, a consent
 * that requires an opened document cannot be given.
 */
export function drawConsent(atom, form) {
  const made = drawToggle(atom, form);
  const input = made.querySelector("input");
  atom.watch(() => { if (atom.state.mustOpen && !atom.isOpened && !atom.value) input.disabled = true; });
  import("./consent.js").then(({ addDocument }) => addDocument(made, atom, form), () => {});
  return made;
}
