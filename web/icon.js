import { mark } from "./element.js";

/** A drawing of one line in a square of 24; whoever does not see it hears nothing of it. */
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
