import { element, freshId } from "./element.js";
import { say } from "./texts.js";

/**
 * Draws the position in a flow: the number of the step, and the count if it is known. The height is
 * the same in both cases.
 */
export function stepsOf(flow) {
  if (!flow?.place) return null;
  const { place, count } = flow;
  const parts = Array.from({ length: count || place + 1 }, (_, index) =>
    element("span", { class: index < place ? "done" : count ? null : "open" }));
  return element("div", { class: "steps" },
    element("p", { id: freshId("step"), text: count ? say("stepOf", { place, count }) : say("step", { place }) }),
    element("div", { class: "steps-line", "aria-hidden": "true" }, parts));
}
