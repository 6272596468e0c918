/**
 * Seeded mistakes, each with the rule that it breaks. A run of the kit with a mutant must fail at a
 * case of that rule.
 */
export const mutants = {
  "decimal-with-comma": { rule: "Y1", numbers: { readDecimal: (text) => text.trim() || null } },
  "mask-in-value": { rule: "Y2", masks: (own) => ({ edited: (...given) => ((field) => ({ ...field, value: field.text }))(own.edited(...given)) }) },
  "caret-at-end": { rule: "Y3", amounts: (own) => ({ editedAmount: (...given) => ((field) => ({ ...field, caret: field.text.length }))(own.editedAmount(...given)) }) },
  "spaces-kept": { rule: "Y4", plain: { plain: (text) => text } },
  "american-days": { rule: "Y5", days: { readDay: (text) => ((day) => (Number.isNaN(day.getTime()) ? null : day.toISOString().slice(0, 10)))(new Date(text)) } },
  "times-unpadded": { rule: "Y6", times: (own) => ({ readTime: (text) => own.readTime(text)?.replace(/^0/, "") ?? null }) },
  "binary-sums": { rule: "Y7", format: { money: (amount, currency) => `${Number(amount)} ${currency}` } },
  "moments-in-utc": { rule: "Y8", format: (own) => ({ moment: (moment) => own.moment(moment, "UTC") }) },
  "accounts-ungrouped": { rule: "Y9", format: { accountNumber: (text) => text } },
  "texts-not-isolated": { rule: "Y10", texts: { isolated: (text) => text } },
};

/** Returns the modules with the mistake of a mutant; without a name unchanged. */
export function mutated(modules, name) {
  if (name === null) return modules;
  const { rule, ...changes } = mutants[name] ?? {};
  if (!rule) throw new Error(`unknown mutant ${name}; there is ${Object.keys(mutants).join(", ")}`);
  const changed = Object.entries(changes).map(([module, change]) => {
    const own = modules[module];
    return [module, { ...own, ...(typeof change === "function" ? change(own) : change) }];
  });
  return { ...modules, ...Object.fromEntries(changed) };
}
