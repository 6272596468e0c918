import { pointed } from "./client/days.js";

/** Inserts the points of a day during typing. */
export function dayTyped(input) {
  if (input.selectionEnd !== input.value.length) return;
  const text = pointed(input.value);
  if (text !== input.value) input.value = text;
}

/** Today in the time zone of the device. */
export const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);
