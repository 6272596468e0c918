import { setLanguage as set } from "./client/language.js";

export { language } from "./client/language.js";

const KEY = "valence.language";
// The stored language, else the first Russian or English one of the browser, else English.
set([localStorage.getItem(KEY), ...navigator.languages].map(
  (each) => /^(ru|en)(?=-|$)/i.exec(each)?.[0].toLowerCase()).find(Boolean) ?? "en");

/** Sets the language, also for the next visit. */
export function setLanguage(other) {
  set(other);
  localStorage.setItem(KEY, other);
  document.documentElement.lang = other;
}
