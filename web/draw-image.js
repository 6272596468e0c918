import { element, mark } from "./element.js";

/** Draws a picture; its caption says what it shows. */
export function drawImage(atom) {
  const made = element("img", { class: "picture wide", src: atom.state.href, decoding: "async" });
  atom.watch(() => {
    made.alt = atom.state.caption ?? "";
    mark(made, "width", atom.state.width);
    mark(made, "height", atom.state.height);
  });
  return made;
}
