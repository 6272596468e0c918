let chosen = "en";

/** The current language: `ru` or `en`. */
export const language = () => chosen;

/** Sets the language of texts, numbers and days. */
export function setLanguage(/** @type {string} */ other) { chosen = other; }
