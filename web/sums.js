import { money } from "./client/format.js";
import { isDecimal } from "./client/numbers.js";

const amountsOf = (tree) => [...tree.all()].filter(({ state, isShown, prefix }) =>
  isShown && !prefix && state.type === "amount" && state.currency);

/** The formatted amount of a form; null without an amount, or if several amounts differ. */
export function sumOf(tree) {
  const all = new Set(
    amountsOf(tree).map(({ value, state }) =>
      (isDecimal(value) && value > 0 ? money(value, state.currency, state.scale) : null)));
  return all.size === 1 ? [...all][0] : null;
}

/** True for an amount if no other amount of its form is enabled. */
export const isMain = (atom) => amountsOf(atom.tree).filter((each) => each.isEnabled).every((each) => each === atom)
  && amountsOf(atom.tree).includes(atom);
