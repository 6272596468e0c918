/** Text with full-width forms, as East Asian keyboards type them, in the usual width; the length stays the same. */
export const narrow = (text) => text.replace(/[\uff01-\uff5e]/g, (each) => each.normalize("NFKC"));

/**
 * The parts of an edit: the text inserted between `start` and `end` of `old`, which a typist has drawn, and the entered characters
 * before and after it. `now` is the new text with its caret and kind of input.
 */
export function partsOfEdit(old, { text, caret, inputType }) {
  // The text after the caret is old; the inserted text ends at the caret.
  const end = Math.max(0, old.text.length - (text.length - caret));
  let start = 0;
  while (start < Math.min(end, caret) && old.text[start] === text[start]) start += 1;
  const inserted = text.slice(start, caret);
  const entered = old.entered ?? [];
  const before = entered.filter((_, index) => old.at[index] < start);
  const after = entered.filter((_, index) => old.at[index] >= end);
  if (!inserted && before.length + after.length === entered.length) {
    // Only drawn characters were deleted: the key was meant for the character next to them.
    if (/Backward$/.test(inputType)) before.pop();
    else if (/Forward$/.test(inputType)) after.shift();
  }
  return { start, end, inserted, before, after };
}
