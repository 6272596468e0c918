import { element } from "./element.js";
import { say } from "./texts.js";

/** Draws where in a flow one is: the number of the step, of how many where that is known, and how far that is. */
export function stepsOf(flow) {
  if (!flow?.place) return null;
  const { place, count } = flow;
  const parts = count > 1 ? Array.from({ length: count }, (_, index) => element("span", { class: index < place - 1 ? "done" : index === place - 1 ? "current" : null })) : [];
  return element("div", { class: "steps" },
    element("p", { text: count ? say("stepOf", { place, count }) : say("step", { place }) }),
    parts.length ? element("div", { class: "steps-line", "aria-hidden": "true" }, parts) : null);
}
