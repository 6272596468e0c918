import { element, freshId, show } from "./element.js";
import { keepingFocus } from "./focus.js";
import { itemName } from "./item-names.js";
import { say } from "./texts.js";

/** The maximum number of links to fields. The list shows the number of other fields. */
const MOST = 3;

/**
 * The errors of a form, above it: a heading, and a link to each field with an error. It gets the
 * focus after a rejected submission. Corrected fields are removed.
 */
export class Faults {
  constructor(form) {
    this.form = form;
    this.heading = element("h2", { id: freshId("faults") });
    this.words = element("p");
    this.list = element("ul");
    this.buttons = element("div", { class: "notice-buttons" });
    this.element = element(
      "section",
      { class: "faults", tabindex: "-1", hidden: true, "data-notice": "faults", "aria-labelledby": this.heading.id },
      this.heading, this.words, this.list, this.buttons);
  }

  /**
   * Shows the errors: a `title`, a `text` below it, the `atoms` with errors, `links` to other
   * destinations, and the `changes` of shown values.
   */
  tell({ title, text, atoms = [], links = [], changes = [] }) {
    this.heading.textContent = title;
    this.words.textContent = text ?? "";
    show(this.words, Boolean(text));
    this.buttons.replaceChildren(...links);
    show(this.buttons, links.length > 0);
    for (const atom of atoms) atom.isBlamed = true;
    this.isOfFields = atoms.length > 0;
    this.changes = changes;
    show(this.element, true);
    this.recount();
  }

  /**
   * Draws a link for each field that still has an error. Added and removed items have new atoms. If
   * it lists fields and none is left, hides the list.
   */
  recount() {
    if (this.element.hidden) return;
    const { tree } = this.form;
    const all = [...tree.all()];
    const wrong = all.filter((atom) => atom.isBlamed && atom.state.error && tree.isSeen(atom));
    const lines = this.isOfFields
      ? wrong.map((atom) => ({ atom, caption: nameOf(atom), text: atom.state.error.message })
      )
      : this.changes.filter(({ atom }) => !atom || all.includes(atom));
    const seen = this.isOfFields ? lines.slice(0, MOST) : lines;
    const more = lines.length - seen.length;
    keepingFocus(this.list, () => this.list.replaceChildren(
      ...seen.map(({ atom, caption, text }) => element("li", {}, this.link(atom, caption, text ? `: ${text}` : ""))),
      ...(more ? [element("li", { class: "faults-more", text: say("moreFaults", { count: more }) })] : [])));
    if (this.isOfFields && !wrong.length) this.clear();
  }

  /** Draws a link to an atom; plain text without an atom. */
  link(atom, name, text) {
    const parts = [element("span", { class: "fault-name", text: name }), text];
    if (!atom) return element("span", {}, parts);
    return element("a", { href: "#", on: { click: (event) => { event.preventDefault(); this.form.lead(atom); } } },
      parts);
  }

  /** Focuses the list and scrolls to it. */
  focus() {
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "center", behavior: "instant" });
  }

  clear() {
    this.isOfFields = false;
    show(this.element, false);
  }
}

/** The caption of an atom, preceded by its item in a repeat. */
export function nameOf(atom) {
  const place = /^(.*)\[(\d+)\]\./.exec(atom.prefix);
  const around = place && atom.tree.at(place[1]);
  const caption = atom.state.caption || say("field");
  return around ? `${itemName(around, Number(place[2]))}, ${caption}` : caption;
}
