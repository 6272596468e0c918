let parts;

/** Loads the script that draws outcomes and receipts. */
export async function loadOutcomes() { parts = await import("./outcome.js"); }

/** The functions that draw outcomes; undefined until `loadOutcomes` has ended. */
export const outcomeParts = () => parts;
