/**
 * Replaces full-width characters, as typed on East Asian keyboards. The length does not change.
 * @param {string} text
 */
export const narrow = (text) => text.replace(/[\uff01-\uff5e]/g, (each) => each.normalize("NFKC"));

/**
 * The state of a field that a typist has drawn: the entered characters with their offsets in the
 * text. Without entered characters, the text is shown as typed.
 * @typedef {{ text: string, value: string | null, entered: string[] | null, at: number[], caret: number,
 *   fault?: { name: string, most?: number, got?: number } | null }} Field
 */
/**
 * A text with its caret after an edit.
 * @typedef {{ text: string, caret: number, inputType?: string, from?: number }} Edit
 */

/**
 * Returns the parts of an edit of `old`, the state that a typist has drawn: the text inserted
 * between `start` and `end`, and the entered characters before and after it. The second argument is
 * the new text with its caret, its input type and, if it is known, the start of the replaced
 * selection (`from`).
 * @param {Field} old
 * @param {Edit} edit
 */
export function partsOfEdit(old, { text, caret, inputType = "", from = -1 }) {
  // The text after the caret is unchanged, and the inserted text ends at the caret.
  const end = Math.max(0, old.text.length - (text.length - caret));
  // Without a known start, a text that is inserted after an equal one seems to be longer.
  const isKnown = from >= 0 && from <= Math.min(end, caret) && old.text.slice(0, from) === text.slice(0, from);
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
