/**
 * True if two values are the same to a person: 100.5 is 100.50, and the order of members is
 * ignored.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function same(one, other) {
  const [a, b] = [one ?? null, other ?? null];
  if (a === b) return true;
  const isNumber = (/** @type {unknown} */ value) => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
  if (isNumber(a) && isNumber(b)) return plain(a) === plain(b);
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => same(a[name], b[name]));
}

/**
 * @param {string} number
 */
const plain = (number) => (number.includes(".") ? number.replace(/\.?0+$/, "") : number);

/**
 * The names of the inputs that differ from `base`, except those that `theirs` changed to another
 * value.
 * @param {any} base
 * @param {any} mine
 * @param {any} theirs
 */
export function changedAlone(base, mine, theirs) {
  const isChanged = (/** @type {string} */ name) => !same(mine[name], base[name]);
  const isFree = (/** @type {string} */ name) =>
    !(name in theirs) || same(theirs[name], base[name]) || same(theirs[name], mine[name]);
  return Object.keys(mine).filter((name) => isChanged(name) && isFree(name));
}
