import { mark } from "./element.js";

/** The strokes of a magnifying glass. */
export const GLASS = "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.5 15.5l5 5";

/** Draws a line icon in a square of 24, hidden from screen readers. */
export function icon(line, name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("aria-hidden", "true");
  mark(made, "class", name);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", line);
  made.append(path);
  return made;
}
