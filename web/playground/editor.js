import { element } from "../element.js";

/** An editor of a file, with line numbers and marks at findings. */
export class Editor {
  constructor(place, { label, changed }) {
    this.changed = changed;
    this.numbers = element("pre", { class: "numbers", "aria-hidden": "true" });
    this.marks = element("pre", { class: "marks", "aria-hidden": "true" });
    this.input = element("textarea", {
      class: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": label,
      on: { input: () => this.edited(), scroll: () => this.scrolled(), keydown: (event) => this.indented(event) },
    });
    this.findings = [];
    place.replaceChildren(this.numbers, element("div", { class: "paper" }, this.marks, this.input));
  }

  get text() { return this.input.value; }

  /** Replaces the edited file. */
  open(text) {
    this.input.value = text;
    this.edited();
  }

  edited() {
    this.findings = [];
    this.draw();
    this.changed();
  }

  mark(findings) {
    this.findings = findings;
    this.draw();
  }

  /** Moves the caret to a line and column. */
  lead({ line, column }) {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const start = before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
    this.input.focus();
    this.input.setSelectionRange(start, start);
    this.showPlace(line, this.text.slice(before, start));
  }

  /**
   * Scrolls to the place after `text` in a line, because browsers do not scroll to a caret that a
   * script sets.
   */
  showPlace(line, text) {
    const { input } = this;
    const ruler = element("span", { text });
    this.marks.append(ruler);
    const left = ruler.offsetWidth;
    ruler.remove();
    const style = getComputedStyle(input);
    const top = (line - 1) * parseFloat(style.lineHeight);
    const isWithin = (at, from, size) => at >= from && at <= from + size * 0.75;
    if (!isWithin(left, input.scrollLeft, input.clientWidth)) {
      input.scrollLeft = Math.max(0, left - input.clientWidth / 2);
    }
    if (!isWithin(top, input.scrollTop, input.clientHeight)) {
      input.scrollTop = Math.max(0, top - input.clientHeight / 2);
    }
    this.scrolled();
  }

  draw() {
    const lines = this.text.split("\n");
    const found = new Map();
    for (const finding of this.findings) found.set(finding.line, [...(found.get(finding.line) ?? []), finding]);
    const severity = (line) => found.get(line)?.some((each) => each.severity === "error")
      ? "error"
      : found.has(line) ? "warning" : null;
    this.numbers.replaceChildren(...lines.flatMap((_, place) => [
      element("span", { class: severity(place + 1), text: String(place + 1) }), "\n",
    ]));
    this.marks.replaceChildren(...lines.flatMap((text, place) => [...marked(text, found.get(place + 1) ?? []), "\n"]));
    this.input.setAttribute("aria-invalid", String(this.findings.some((each) => each.severity === "error")));
    this.scrolled();
  }

  scrolled() {
    this.marks.scrollTop = this.input.scrollTop;
    this.marks.scrollLeft = this.input.scrollLeft;
    this.numbers.scrollTop = this.input.scrollTop;
  }

  /** Keeps the indentation in a new line. */
  indented(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    const { value, selectionStart, selectionEnd } = this.input;
    const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
    const indent = /^ */.exec(line)[0];
    if (!indent) return;
    event.preventDefault();
    this.input.setRangeText(`\n${indent}`, selectionStart, selectionEnd, "end");
    this.edited();
  }
}

/**
 * Returns a line with marks at the words of its findings. Columns count characters, not UTF-16
 * units.
 */
function marked(text, findings) {
  const characters = [...text];
  const parts = [];
  let done = 0;
  for (const { column, severity } of [...findings].sort((one, other) => one.column - other.column)) {
    const start = Math.min(column - 1, Math.max(characters.length - 1, 0));
    if (start < done) continue;
    let end = start + 1;
    while (end < characters.length && /[\p{L}\p{N}_.$]/u.test(characters[end])) end += 1;
    parts.push(characters.slice(done, start).join(""));
    parts.push(element("mark", { class: severity, text: characters.slice(start, end).join("") || " " }));
    done = end;
  }
  return [...parts, characters.slice(done).join("")];
}
