import { element, mark } from "./element.js";

/** Draws a picture. Its caption is the alternative text. */
export function drawImage(atom, form) {
  const made = element("img", { class: "picture wide", src: form.app.url(atom.state.href), decoding: "async" });
  atom.watch(() => {
    made.alt = atom.state.caption ?? "";
    mark(made, "width", atom.state.width);
    mark(made, "height", atom.state.height);
  });
  return made;
}
