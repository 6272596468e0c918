import { element } from "./element.js";
import { icon } from "./icons.js";
import { passing, speak } from "./notices.js";
import { linesOf, shownOf } from "./shown.js";
import { say } from "./texts.js";

/** Draws texts that say facts, on one card: a title above, the one that matters large, the rest as pairs; account numbers can be copied, all of it can be shared. */
export function drawFacts(modules, places) {
  const pairs = modules.map((module) => module.pair).filter(Boolean);
  modules.forEach((module, index) => {
    const { pair } = module;
    if (!pair) return;
    const isHero = module.fontSize === "title";
    places[index].classList.toggle("hero", isHero);
    places[index].append(element("dl", {}, element("div", {},
      element("dt", { class: "pair-name", text: pair.label ?? "" }),
      element("dd", { class: "pair-value" }, shownOf(pair), pair.role === "account" ? copyOf(pair) : null))));
  });
  const isShareable = pairs.some((pair) => pair.role === "account");
  return element("div", { class: "card facts" }, places, isShareable ? shareOf(pairs) : null);
}

function copyOf(pair) {
  const label = `${say("copy")}: ${pair.label ?? pair.text}`;
  const made = element("button", { type: "button", class: "icon-button", "aria-label": label, title: say("copy"), on: { click: () => copy(pair.value ?? pair.text, made, say("copied", { what: pair.label ?? pair.text })) } }, icon("copy"));
  return made;
}

function shareOf(pairs) {
  const made = element("button", { type: "button", class: "text-button share", on: { click: share } }, icon("share"), element("span", { text: say("shareDetails") }));
  async function share() {
    const text = linesOf(pairs);
    // The person may have closed the browser's own question: nothing is to be told then.
    if (navigator.share) return navigator.share({ text }).catch(() => {});
    return copy(text, made, say("detailsCopied"));
  }
  return made;
}

async function copy(text, button, told) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return passing(text);
  }
  speak(told);
  const before = button.querySelector("svg");
  before.replaceWith(icon("check"));
  button.classList.add("done");
  setTimeout(() => {
    button.querySelector("svg")?.replaceWith(before);
    button.classList.remove("done");
  }, 1600);
}
