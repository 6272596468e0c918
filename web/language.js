const KEY = "valence.language";
let chosen = localStorage.getItem(KEY) === "en" ? "en" : "ru";

/** The language that the person reads: `ru` or `en`. */
export const language = () => chosen;

/** Changes the language, also for the next visit. */
export function setLanguage(other) {
  chosen = other;
  localStorage.setItem(KEY, other);
  document.documentElement.lang = other;
}
