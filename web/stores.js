/** The names that mounted forms use in the store of the page. */
const used = new Set();

/** A store in memory. */
function memory() {
  const texts = new Map();
  return { getItem: (name) => texts.get(name) ?? null, setItem: (name, text) => { texts.set(name, text); } };
}

/**
 * Returns the store of a form, and a function that releases it. With the id of the `person`, it is
 * in the tab and survives a reload. Otherwise the next person of the tab could get the entries, so
 * it is in memory. A second form with the same name has its own store.
 */
export function storeOf(/** @type {string} */ name, /** @type {string | undefined} */ person) {
  if (!person || used.has(name)) return { store: memory(), release: () => {} };
  used.add(name);
  return { store: sessionStorage, release: () => { used.delete(name); } };
}
