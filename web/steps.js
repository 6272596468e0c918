import { element, freshId } from "./element.js";
import { say } from "./texts.js";

/** Draws the place in a flow: the number of the step, the count where it is known, and a line of the same height either way. */
export function stepsOf(flow) {
  if (!flow?.place) return null;
  const { place, count } = flow;
  const parts = Array.from({ length: count || place + 1 }, (_, index) => element("span", { class: index < place ? "done" : count ? null : "open" }));
  return element("div", { class: "steps" },
    element("p", { id: freshId("step"), text: count ? say("stepOf", { place, count }) : say("step", { place }) }),
    element("div", { class: "steps-line", "aria-hidden": "true" }, parts));
}
