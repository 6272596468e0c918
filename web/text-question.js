import { ended } from "./dialog.js";
import { element, freshId } from "./element.js";
import { say } from "./texts.js";

/** Asks for a text in a modal dialog; returns null if the person cancels. */
export async function askedText({ title, label, value = "", maxLength }, app) {
  const heading = element("h2", { id: freshId("question"), text: title });
  const input = element("input", {
    id: freshId("text"), type: "text", value, maxlength: maxLength, required: true, autocomplete: "off",
    enterkeyhint: "done",
  });
  const caption = element("label", { class: "caption", for: input.id, text: label });
  const leave = element("button", { type: "button", class: "button quiet", text: say("cancel") });
  const act = element("button", { type: "submit", class: "button", text: say("save") });
  const form = element("form", { method: "dialog", novalidate: true },
    heading, element("div", { class: "field" }, caption, element("div", { class: "box" }, input)),
    element("div", { class: "answers" }, leave, act));
  const dialog = element("dialog", { class: "question", "aria-labelledby": heading.id }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) dialog.close("yes");
    else input.focus();
  });
  leave.addEventListener("click", () => dialog.close());
  const end = ended(dialog, { app });
  input.select();
  return (await end) === "yes" ? input.value.trim() : null;
}
