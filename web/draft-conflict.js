import { agreedTo } from "./asking.js";
import { same } from "./client/same.js";
import { isolated, say } from "./texts.js";

/**
 * Merges the changes of another tab or device into a form with a conflicting draft. If both changed
 * an input, asks the person. Returns false if the form was redrawn in the meantime.
 */
export async function reconcile(form, { current, differs = [] }) {
  const { tree } = form;
  const [base, theirs] = [tree.base, current?.values ?? {}];
  const taken = [];
  for (const { atom: name, caption, mineText, theirsText } of differs) {
    const atom = tree.at(name);
    if (!atom || !(name in theirs)) continue;
    const mine = tree.entries()[name];
    if (same(theirs[name], base[name]) || same(theirs[name], mine)) continue;
    if (!same(mine, base[name])) {
      const texts = { caption, mine: mineText ?? shown(mine), theirs: theirsText ?? shown(theirs[name]) };
      const confirm = {
        title: say("draftChanged"), text: say("draftChangedText", texts), action: say("draftTakeTheirs"),
        cancel: say("draftKeepMine"),
      };
      if (!(await agreedTo(confirm, form))) continue;
      if (form.tree !== tree) return false;
    }
    taken.push({ atom, caption, value: theirs[name] });
  }
  for (const { atom, value } of taken) {
    Object.assign(atom, { isDirty: false, isGiven: true });
    atom.take(value);
    atom.changed();
    form.committed(atom);
  }
  tree.base = theirs;
  const captions = taken.map(({ caption }) => isolated(caption)).join(", ");
  if (taken.length) form.app.notices.passing(say("draftMerged", { captions }));
  return form.tree === tree;
}

const shown = (value) =>
  (value === null || value === undefined ? "—" : typeof value === "object" ? "…" : String(value));
