import { element, freshId, mark, show } from "./element.js";
import { say } from "./texts.js";

/** Draws an atom's help, which the person opens; null without a help text. */
export function help(atom) {
  if (!atom.state.help) return null;
  const name = element("summary");
  const text = element("p");
  atom.watch(() => {
    name.textContent = say("help");
    // For screen readers, several help texts on a page need different names.
    mark(name, "aria-label", [say("help"), atom.state.caption].filter(Boolean).join(": "));
    text.textContent = atom.state.help;
  });
  return element("details", { class: "help" }, name, text);
}

/** Adds an atom's hint and help below an action; returns only the action if there is neither. */
export function guided(atom, action) {
  const { hint, help: longer } = atom.state;
  if (!hint && !longer) return action;
  const words = element("p", { class: "hint", id: freshId("hint") });
  atom.watch(() => {
    words.textContent = atom.state.hint ?? "";
    show(words, Boolean(atom.state.hint));
    mark(action, "aria-describedby", atom.state.hint ? words.id : null);
  });
  const isWide = action.classList.contains("wide");
  return element("div", { class: isWide ? "guided wide" : "guided" }, action, words, help(atom));
}
