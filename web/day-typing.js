import { pointed } from "./days.js";

/** Keeps letters out of a field for a day, and draws the points while it is typed; what divides a date stays as it is typed. */
export function dayTyped(input) {
  const kept = input.value.replace(/[^\d\s.,/\-\p{Pd}]/gu, "");
  if (kept !== input.value) {
    const caret = input.selectionStart - (input.value.length - kept.length);
    input.value = kept;
    input.setSelectionRange(caret, caret);
  }
  if (input.selectionEnd !== input.value.length) return;
  const text = pointed(input.value);
  if (text !== input.value) input.value = text;
}

/** Today by the clock of the reader. */
export const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);
