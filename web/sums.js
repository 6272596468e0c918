import { money } from "./format.js";
import { isDecimal } from "./numbers.js";

const amountsOf = (tree) => [...tree.all()].filter(({ state, isShown, prefix }) => isShown && !prefix && state.type === "amount" && state.currency);

/** The sum of a form as it is read; null if it has none yet, or several amounts that differ. */
export function sumOf(tree) {
  const all = new Set(amountsOf(tree).map(({ value, state }) => (isDecimal(value) && value > 0 ? money(value, state.currency, state.scale) : null)));
  return all.size === 1 ? [...all][0] : null;
}

/** True for an amount that is typed and the only one in its form. */
export const isMain = (atom) => amountsOf(atom.tree).filter((each) => each.isEnabled).every((each) => each === atom) && amountsOf(atom.tree).includes(atom);
