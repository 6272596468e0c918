import { language, setLanguage as set } from "./client/language.js";

const KEY = "valence.language";

/**
 * Sets the language of a page of the bank: the stored one, else the first Russian or English one of
 * the browser, else English.
 */
export function chooseLanguage() {
  set([localStorage.getItem(KEY), ...navigator.languages].map(
    (each) => /^(ru|en)(?=-|$)/i.exec(each)?.[0].toLowerCase()).find(Boolean) ?? "en");
  document.documentElement.lang = language();
}

/** Sets the language, also for the next visit. */
export function setLanguage(other) {
  set(other);
  localStorage.setItem(KEY, other);
  document.documentElement.lang = other;
}
