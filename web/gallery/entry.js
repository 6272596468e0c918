import { element, freshId } from "../element.js";
import { Form } from "../form.js";
import { tell } from "./texts.js";

const nothing = { edited() {}, leave() {} };
const nowhere = { retitle() {}, back() {}, follow() {}, show() {}, home() {}, keeping: nothing };

/** A form of the gallery: it takes entries and sends nothing. */
class EntryForm extends Form {
  constructor(drawn, app) { super(drawn, { navigation: { ...nowhere, app } }); }

  get isLogin() { return false; }

  async tap() { this.app.notices.passing(tell("galleryUnsent")); }
}

/** Draws an entry: its name, its form, and the JSON of its tree, written when it is opened. */
export function drawEntry(app, file, { name, given: { tree, language } }) {
  const title = element("h3", { id: freshId("entry"), text: name });
  const form = new EntryForm(tree, app);
  const json = element("pre", { class: "json" });
  const source = element("details", { class: "source" },
    element("summary", { text: "JSON", "aria-label": tell("galleryJSON", { name }) }), json);
  source.addEventListener("toggle", () => { json.textContent ||= JSON.stringify(tree, null, 2); });
  const made = element("section", { class: "entry", "data-entry": `${file}: ${name}`, "data-language": language },
    title, element("div", { class: "entry-stage" }, form.element), source);
  return { element: made, close: () => form.close() };
}
