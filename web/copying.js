import { element } from "./element.js";
import { icon } from "./icons.js";
import { passing, speak } from "./notices.js";
import { say } from "./texts.js";

/** How long a tick shows that something was copied. */
const SHOWN = 1600;

/** Draws a button that copies what a pair says: its value as machines write it, where people read it grouped. */
export function copyButton(pair) {
  const what = pair.label ?? pair.text;
  const made = element("button", {
    type: "button", class: "icon-button copy", "aria-label": `${say("copy")}: ${what}`, title: say("copy"),
    on: { click: () => copy(pair.role === "account" ? pair.value ?? pair.text : pair.text, made, say("copied", { what })) },
  }, icon("copy"));
  return made;
}

/** Draws a button that hands a text to another program, or copies it where the browser cannot. */
export function shareButton(text) {
  const made = element("button", { type: "button", class: "text-button share", on: { click: share } }, icon("share"), element("span", { text: say("shareDetails") }));
  async function share() {
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
    // A browser that lets nothing be copied lets it be read.
    return passing(text);
  }
  speak(told);
  const before = button.querySelector("svg");
  before.replaceWith(icon("check"));
  button.classList.add("done");
  setTimeout(() => {
    button.querySelector("svg")?.replaceWith(before);
    button.classList.remove("done");
  }, SHOWN);
}
