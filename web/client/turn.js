/** Yields to the program, so that it can process input. */
export const turn = () => /** @type {any} */ (globalThis).scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));
