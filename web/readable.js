import { accountNumber, day, decimal, money } from "./client/format.js";
import { language } from "./client/language.js";
import { say } from "./texts.js";
import { partsOfMoment } from "./client/times.js";

/** Formats a value for the person. */
export function readable(atom) {
  const { value, state } = atom;
  const option = state.options?.find((each) => each.value === value);
  if (option) return option.caption;
  if (Array.isArray(value)) return listed(value.map((one) => readable({ kind: atom.kind, value: one, state })));
  if (state.chosen?.value === value) return state.chosen.caption;
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (atom.kind === "dateInput") return day(value);
  if (atom.kind === "dateTimeInput") {
    const [date, time] = partsOfMoment(value);
    return [day(date), time].filter(Boolean).join(", ");
  }
  if (state.type === "amount") return money(value, state.currency, state.scale);
  if (state.role === "account") return accountNumber(value);
  return state.type === "number" ? decimal(value) : String(value);
}

/** Joins texts as the server does: by semicolons if one of them has a comma. */
function listed(texts) {
  if (texts.some((text) => /[,;]/.test(text))) return texts.join("; ");
  return new Intl.ListFormat(language() === "en" ? "en-GB" : language(), { type: "conjunction" }).format(texts);
}
