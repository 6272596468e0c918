/** Replaces full-width characters, as typed on East Asian keyboards. The length does not change. */
export const narrow = (text) => text.replace(/[\uff01-\uff5e]/g, (each) => each.normalize("NFKC"));

/**
 * Returns the parts of an edit of `old`, the state that a typist has drawn: the text inserted
 * between `start` and `end`, and the entered characters before and after it. The second argument is
 * the new text with its caret, its input type and, if it is known, the start of the replaced
 * selection (`from`).
 */
export function partsOfEdit(old, { text, caret, inputType, from }) {
  // The text after the caret is unchanged, and the inserted text ends at the caret.
  const end = Math.max(0, old.text.length - (text.length - caret));
  // Without a known start, a text that is inserted after an equal one seems to be longer.
  const isKnown = from <= Math.min(end, caret) && old.text.slice(0, from) === text.slice(0, from);
  let start = isKnown ? from : 0;
  while (!isKnown && start < Math.min(end, caret) && old.text[start] === text[start]) start += 1;
  const inserted = text.slice(start, caret);
  const entered = old.entered ?? [];
  const before = entered.filter((_, index) => old.at[index] < start);
  const after = entered.filter((_, index) => old.at[index] >= end);
  if (!inserted && before.length + after.length === entered.length) {
    // Only a drawn character was deleted: delete the entered character next to it.
    if (/Backward$/.test(inputType)) before.pop();
    else if (/Forward$/.test(inputType)) after.shift();
  }
  return { start, end, inserted, before, after, isKnown };
}
