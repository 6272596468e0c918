const KEY = "valence.language";
/** The stored language, else the first Russian or English one of the browser, else English. */
let chosen = [localStorage.getItem(KEY), ...navigator.languages].map(
  (each) => /^(ru|en)(?=-|$)/i.exec(each)?.[0].toLowerCase()).find(Boolean) ?? "en";

/** The current language: `ru` or `en`. */
export const language = () => chosen;

/** Sets the language, also for the next visit. */
export function setLanguage(other) {
  chosen = other;
  localStorage.setItem(KEY, other);
  document.documentElement.lang = other;
}
