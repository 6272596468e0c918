import { element } from "./element.js";

/** Draws an inscription; one like `Amount: 100` has its two parts set apart. */
export function drawText(atom) {
  const size = atom.state.fontSize ?? "body";
  const made = element("p", { class: `text ${size}` });
  let first = true;
  atom.watch(() => {
    const caption = atom.state.caption ?? "";
    const parts = size === "body" ? /^([^:\n]{2,60}): (\S[^]*[^.])$/.exec(caption) : null;
    const cells = caption.split(/ {2,}/);
    made.classList.toggle("pair", Boolean(parts));
    if (parts) {
      made.replaceChildren(element("span", { class: "pair-name", text: `${parts[1]}: ` }), element("span", { class: "pair-value", text: parts[2] }));
    } else if (cells.length > 2) {
      made.replaceChildren(...cells.flatMap((cell) => [element("span", { class: "cell", text: cell }), " "]));
    } else if (made.textContent !== caption) made.textContent = caption;
    // A later change is announced.
    if (!first) made.setAttribute("aria-live", "polite");
    first = false;
  });
  return made;
}
