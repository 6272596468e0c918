/**
 * Groups atoms into runs, each on one card: fields, shown values, codes, links. Groups and repeats
 * are separate; buttons are excluded. Warnings come first for a signature or result, then codes. A
 * title begins a card.
 */
export function runs(atoms, { isSigning, result, sentTo }) {
  const found = [];
  const codes = isSigning ? atoms.filter(isCode) : [];
  // The person reads warnings before signing.
  const warnings = isSigning || result ? atoms.filter((atom) => atom.state.severity === "warning") : [];
  if (warnings.length) found.push({ name: "whole", atoms: warnings, isFirst: true });
  if (codes.length) found.push({ name: "codes", atoms: codes, isFirst: true });
  for (const atom of atoms) {
    if (atom.kind === "button" || codes.includes(atom) || warnings.includes(atom)) continue;
    // The destination of the code is shown next to it.
    if (sentTo && atom.kind === "text" && !atom.state.pair && atom.state.caption?.includes(sentTo)) continue;
    // The head of a result shows these texts.
    if (
      result && atom.kind === "text" && [result.title, result.text, ...(result.next ?? [])].includes(atom.state.caption)
    ) continue;
    const { pair } = atom.state;
    const name = { link: "rows", group: "whole", repeat: "whole" }[atom.kind]
      ?? (pair && !isTitle(atom) ? "facts" : "grid");
    const last = found.at(-1);
    const goesOn = last?.name === name && name !== "whole" && (last.group ?? "") === (pair?.group ?? "")
      && !(name === "grid" && isTitle(atom) && !pair);
    // The title of a page is on the card of its values.
    const isHeaded = name === "facts" && !pair.group && last?.name === "grid" && last.atoms.length === 1
      && isTitle(last.atoms[0]);
    if (isHeaded) last.name = name;
    if (goesOn || isHeaded) last.atoms.push(atom);
    else found.push({ name, atoms: [atom], group: name === "facts" ? pair.group : undefined });
  }
  return found;
}

export const isCode = (atom) => atom.kind === "textInput" && atom.state.type === "code";
const isTitle = (atom) => atom.kind === "text" && atom.state.fontSize === "title";
