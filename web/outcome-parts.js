let parts;

export async function loadOutcomes() { parts = await import("./outcome.js"); }

/** The functions that draw outcomes; undefined until `loadOutcomes` has completed. */
export const outcomeParts = () => parts;
