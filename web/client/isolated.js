/**
 * Isolates a text with right-to-left letters, so that it does not reorder the text around it.
 * @param {string} text
 */
export const isolated = (text) =>
  (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text) ? `\u2068${text}\u2069` : text);
