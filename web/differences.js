import { readable } from "./readable.js";
import { say } from "./texts.js";

/**
 * Returns the values that changed since they were shown: the atom if it still exists, its caption
 * and a text with both values.
 */
export function differences(changes, before, after) {
  return changes.map(({ atom: path, shown, now }) => {
    const atom = after.at(path);
    const known = atom ?? before.at(path);
    const { pair, caption } = known?.state ?? {};
    const text = (value) => value === null || value === ""
      ? say("nothingShown")
      : known ? written(known, value) : String(value);
    return {
      atom, caption: pair?.label ?? caption ?? say("field"),
      text: say("changedFrom", { shown: text(shown), now: text(now) }),
    };
  });
}

/** Formats a value of an atom for the person. */
function written({ kind, state, items }, value) {
  if (items) return String(value);
  const { pair } = state;
  const type = pair ? pair.role : state.type;
  return readable({
    kind: pair?.role === "date" ? "dateInput" : kind, value,
    state: { ...state, currency: pair?.currency ?? state.currency, role: pair?.role ?? state.role, type },
  });
}
