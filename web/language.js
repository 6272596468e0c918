const KEY = "valence.language";
let chosen = localStorage.getItem(KEY) === "en" ? "en" : "ru";

/** The current language: `ru` or `en`. */
export const language = () => chosen;

/** Sets the language, also for the next visit. */
export function setLanguage(other) {
  chosen = other;
  localStorage.setItem(KEY, other);
  document.documentElement.lang = other;
}
