/** Lets the browser draw, and hear the person, between two pieces of work. */
export const turn = () => globalThis.scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));
