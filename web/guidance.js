import { element, freshId, mark, show } from "./element.js";
import { say } from "./texts.js";

/** The longer explanation of an atom, which the person opens; null where there is none. */
export function help(atom) {
  if (!atom.state.help) return null;
  const name = element("summary");
  const text = element("p");
  atom.watch(() => {
    name.textContent = say("help");
    // Several of them on one page differ for those who do not see what they stand beside.
    mark(name, "aria-label", [say("help"), atom.state.caption].filter(Boolean).join(": "));
    text.textContent = atom.state.help;
  });
  return element("details", { class: "help" }, name, text);
}

/** An action with its hint and help below it; the action alone where it has neither. */
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
