import { element } from "./element.js";
import { icon } from "./icons.js";
import { appOf } from "./mounted.js";
import { say } from "./texts.js";

/** Milliseconds for which a tick confirms the copy. */
const SHOWN = 1600;

/** Draws a button that copies the text of a pair, or the ungrouped value of an account number. */
export function copyButton(pair) {
  const what = pair.label ?? pair.text;
  const made = element("button", {
    type: "button", class: "icon-button copy", "aria-label": `${say("copy")}: ${what}`, title: say("copy"),
    on: {
      click: () => copy(pair.role === "account" ? pair.value ?? pair.text : pair.text, made, say("copied", { what })),
    },
  }, icon("copy"));
  return made;
}

/** Draws a button that shares a text, or copies it if the browser cannot share. */
export function shareButton(text) {
  const made = element("button", { type: "button", class: "text-button share", on: { click: share } }, icon("share"),
    element("span", { text: say("shareDetails") }));
  async function share() {
    // The person may have closed the share dialog, which is not an error.
    if (navigator.share) return navigator.share({ text }).catch(() => {});
    return copy(text, made, say("detailsCopied"));
  }
  return made;
}

async function copy(text, button, told) {
  const { notices } = appOf(button);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // If the browser forbids copying, show the text.
    return notices.passing(text);
  }
  notices.speak(told);
  const before = button.querySelector("svg");
  before.replaceWith(icon("check"));
  button.classList.add("done");
  setTimeout(() => {
    button.querySelector("svg")?.replaceWith(before);
    button.classList.remove("done");
  }, SHOWN);
}
