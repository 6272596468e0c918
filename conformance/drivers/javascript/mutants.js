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
  "hidden-values-dropped": { rule: "V1", patch: ({ atom }) => replace(atom.Atom, "collect", (own) => function (...given) { if (this.isShown) own.apply(this, given); }) },
  "presets-posted": { rule: "V1", patch: ({ atom }) => replace(atom.Atom, "collect", (own) => function (...given) { this.isFollowing = false; own.apply(this, given); }) },
  "null-left-out": { rule: "V2", patch: ({ tree }) => replace(tree.Tree, "values", (own) => function (...given) { return without(own.apply(this, given), (value) => value === null); }) },
  "options-as-texts": { rule: "V2", patch: ({ atom }) => replace(atom.Atom, "enter", (own) => function (value) { own.call(this, typeof value === "number" ? String(value) : value); }) },
  "fixed-items-kept": { rule: "V4", patch: ({ atom }) => replace(atom.Atom, "take", (own) => function (value, isGiven) { if (!this.state.fixed) own.call(this, value, isGiven); }) },
  "circle-not-followed": { rule: "V6", patch: ({ atom }) => replace(atom.Atom, "follow", () => function () {}) },
  "displayed-left-out": { rule: "V7", patch: ({ tree }) => replace(tree.Tree, "shown", () => () => ({})) },
  "changes-forgotten": { rule: "Q3", patch: ({ evaluation }) => replace(evaluation.Evaluation, "ask", (own) => function () { const asked = own.call(this); this.unanswered.clear(); return asked; }) },
  "redraw-with-changes": { rule: "Q4", patch: ({ evaluation }) => replace(evaluation.Evaluation, "everything", () => function () { for (const atom of this.tree.all()) if (atom.isGiven) this.unanswered.set(atom.path, {}); this.send(); }) },
  "late-answer-merged": { rule: "M1", patch: ({ tree }) => replace(tree.Tree, "merge", (own) => function (states, revision) { this.merged = 0; return own.call(this, states, revision); }) },
  "only-newest-merged": { rule: "M1", patch: ({ tree }) => replace(tree.Tree, "merge", (own) => function (states, revision) { return revision === this.revision && own.call(this, states, revision); }) },
  "edited-value-replaced": { rule: "M1", patch: ({ atom }) => replace(atom.Atom, "merge", (own) => function (state, revision) { Object.assign(this, { isDirty: false, editedAt: -1 }); own.call(this, state, revision); }) },
  "new-key-on-retry": { rule: "T3", patch: ({ tap }) => replace(tap.Tap, "send", (own) => function (...given) { this.key = null; return own.apply(this, given); }) },
  "new-key-after-refusal": { rule: "T4", patch: ({ sent }) => replace(sent.Sent, "put", (own) => function (record) { if (record.isRefused) this.drop(record.key); else own.call(this, record); }) },
  "secret-in-draft": { rule: "F2", patch: ({ tree }) => replace(tree.Tree, "entries", () => function () { return this.values(); }) },
  "texts-not-isolated": { rule: "Y10", isolated: { isolated: (text) => text } },
};

/** Replaces a method of a class, given the original one. */
function replace({ prototype }, method, change) { prototype[method] = change(prototype[method]); }

/** Returns an object without the members whose value is excluded. */
const without = (object, isExcluded) => Object.fromEntries(Object.entries(object).filter(([, value]) => !isExcluded(value)));

/** Returns the modules with the mistake of a mutant; without a name unchanged. */
export function mutated(modules, name) {
  if (name === null) return modules;
  const { rule, patch, ...changes } = mutants[name] ?? {};
  if (!rule) throw new Error(`unknown mutant ${name}; there is ${Object.keys(mutants).join(", ")}`);
  patch?.(modules);
  const changed = Object.entries(changes).map(([module, change]) => {
    const own = modules[module];
    return [module, { ...own, ...(typeof change === "function" ? change(own) : change) }];
  });
  return { ...modules, ...Object.fromEntries(changed) };
}
