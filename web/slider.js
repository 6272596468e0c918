import { element, mark, show } from "./element.js";
import { focusIn } from "./focus.js";
import { decimal } from "./client/format.js";
import { isDecimal } from "./client/numbers.js";
import { positions } from "./client/positions.js";
import { readable } from "./readable.js";
import { say } from "./texts.js";

/** Milliseconds without a key before the value of a slider is evaluated. */
const PAUSE = 300;

/**
 * Draws the slider of a number or an amount with its marks. The text field shows the same value,
 * which may be between two positions.
 */
export function slider(atom, form) {
  const { slider: { step, marks = [] }, min, max } = atom.state;
  const places = positions({ min, max, step });
  const range =
    element("input", { type: "range", min: "0", max: String(places.last), step: "1", class: "slider-range" });
  const labels = marks.map((value) => {
    const label = element("li", { text: decimal(value.replace(/\.0+$/, "")) });
    label.style.setProperty("--part", places.part(value));
    return label;
  });
  // The marks repeat values that the range announces.
  const scale = element("ul", { class: "slider-marks", "aria-hidden": "true" }, labels);
  show(scale, labels.length > 0);
  let timer;
  const commit = () => {
    clearTimeout(timer);
    if (atom.isDirty) form.committed(atom);
  };
  range.addEventListener("input", () => {
    clearTimeout(timer);
    atom.enter(places.at(Number(range.value)));
  });
  range.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(() => range.isConnected && commit(), PAUSE);
  });
  range.addEventListener("blur", commit);
  atom.watch(() => {
    const isKnown = !atom.isEmpty && isDecimal(atom.value);
    const place = String(isKnown ? places.nearest(atom.value) : 0);
    if (range.value !== place && !(focusIn(range) === range && atom.isDirty)) range.value = place;
    range.disabled = !atom.isEnabled;
    mark(range, "aria-label", atom.state.caption);
    mark(range, "aria-valuetext", isKnown ? readable(atom) : say("noValue"));
  });
  return element("div", { class: "slider" }, range, scale);
}
