import { pointed } from "./days.js";

/** Draws the points of a day while it is typed. */
export function dayTyped(input) {
  if (input.selectionEnd !== input.value.length) return;
  const text = pointed(input.value);
  if (text !== input.value) input.value = text;
}

/** Today by the clock of the reader. */
export const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);
