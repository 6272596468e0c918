/**
 * Returns the edits of a step in order. Each returns the text and the caret after the browser's
 * edit. README.md describes the steps.
 */
export function edits(field, step) {
  const placed = ({ text, caret }) => (step.at === undefined ? [caret, caret] : [].concat(step.at, step.at).slice(0, 2)).map((each) => Math.min(each, text.length));
  const put = (inserted, inputType, isFirst) => (now) => {
    const [start, end] = isFirst ? placed(now) : [now.caret, now.caret];
    return { text: now.text.slice(0, start) + inserted + now.text.slice(end), caret: start + inserted.length, inputType, from: start };
  };
  if (step.type !== undefined) return [...step.type].map((character, index) => put(character, "insertText", index === 0));
  if (step.paste !== undefined) return [put(step.paste, "insertFromPaste", true)];
  const isForward = step.delete === "forward";
  return Array.from({ length: step.times ?? 1 }, (_, index) => (now) => {
    let [start, end] = index === 0 ? placed(now) : [now.caret, now.caret];
    if (start === end) [start, end] = isForward ? [start, end + 1] : [Math.max(0, start - 1), end];
    const inputType = isForward ? "deleteContentForward" : "deleteContentBackward";
    return { text: now.text.slice(0, start) + now.text.slice(end), caret: start, inputType };
  });
}
