import { brandTitle } from "./brand.js";
import { element, freshId, mark } from "./element.js";
import { recover, whereIn } from "./focus.js";
import { stepsOf } from "./steps.js";
import { say } from "./texts.js";

/**
 * A layer of the screen: the root, a pushed screen, a sheet, a cover, or a view embedded in a
 * screen.
 */
export class Layer {
  /**
   * The place of an embedded view.
   * @type {HTMLElement | undefined}
   */
  place;
  /** The index of the layer's entry in the browser's history. */
  index = 0;
  /** The scroll position of the layer below. */
  scroll = 0;
  /**
   * The element that opened the layer.
   * @type {Element | null | undefined}
   */
  opener;

  /** The lowest layer. */
  static root(view, how) { return new Layer(view, how, "root", null); }

  /** A pushed screen, a sheet (`present`) or a cover (`cover`). */
  static of(view, how, back) {
    const kind = ["present", "cover"].includes(how.kind) ? how.kind : "push";
    return new Layer(view, how, kind, back);
  }

  /** Creates a layer that replaces the content of a place in the screen below. */
  static embedded(view, how, place) {
    const layer = new Layer(view, how, "embed", null);
    layer.place = place;
    return layer;
  }

  constructor(view, how, kind, back) {
    this.view = view;
    this.how = how;
    this.kind = kind;
    this.chain = 0;
    this.isClosable = how.appearance?.closable !== false;
    this.heading = element("h1", { tabindex: "-1", id: freshId("title") });
    this.leave = back && this.isClosable
      ? element("button", { type: "button", class: "back", on: { click: back } })
      : null;
    this.bar = element("div", { class: "bar" }, this.leave, this.heading);
    this.body = element("div", { class: "layer-body" }, view.element);
    const isDialog = kind === "present" || kind === "cover";
    const labelled = { "aria-labelledby": this.heading.id };
    const frame = isDialog
      ? element("div", { class: "frame" }, this.bar, this.body)
      : element("div", { class: `layer ${kind}` }, this.bar, this.body);
    this.element = isDialog ? element("dialog", { class: `layer ${kind}`, ...labelled }, frame) : frame;
    this.dialog = isDialog ? this.element : null;
    if (isDialog) {
      frame.append(element("span", { class: "handle", "aria-hidden": "true" }));
      this.element.addEventListener("cancel", (event) => {
        event.preventDefault();
        if (this.isClosable) back();
      });
      this.element.addEventListener("click", (event) => {
        if (event.target === this.element && this.isClosable) back();
      });
    }
    this.retitle();
  }

  /** True if the layer covers the layer below in a window too small for both. */
  get covers() { return this.kind === "push" && !this.topDialog; }

  retitle() {
    this.heading.textContent = this.view.title ?? "";
    this.steps?.remove();
    this.steps = stepsOf((this.view.drawn ?? this.view.tree?.head)?.flow);
    if (this.steps) this.bar.after(this.steps);
    mark(this.heading, "aria-describedby", this.view.outcomeId ?? this.steps?.firstChild.id);
    if (this.leave) this.leave.setAttribute("aria-label", say(this.dialog ? "close" : "back"));
  }

  /** Shows the layer above `below`. */
  attach(stage, below) {
    this.way = whereIn(document.body);
    if (this.kind === "embed") {
      this.taken = [...this.place.childNodes];
      this.place.replaceChildren(this.view.element);
      return;
    }
    if (this.dialog) {
      stage.append(this.element);
      this.dialog.showModal();
      this.dialog.append(...floating());
    } else if (below.topDialog) {
      // A screen pushed from a sheet stays in the sheet.
      this.topDialog = below.topDialog;
      below.body.hidden = below.bar.hidden = true;
      if (below.steps) below.steps.hidden = true;
      this.topDialog.append(this.element);
    } else {
      // If there is room, the lowest layer stays next to it.
      if (below.kind === "root") {
        below.element.classList.add("covered");
        below.element.scrollTop = this.scroll;
        this.mark = this.opener?.closest?.(".row");
        this.mark?.setAttribute("aria-current", "true");
      } else below.element.hidden = true;
      stage.append(this.element);
    }
    this.hidden = this.dialog ? null : below;
    this.topDialog ??= this.dialog;
  }

  /** Removes the layer from the screen. */
  remove() {
    this.view.close();
    if (this.kind === "embed") return this.place.replaceChildren(...this.taken);
    if (this.dialog) {
      this.dialog.close();
      document.querySelector("main").before(...floating());
    }
    this.element.remove();
  }

  /** Shows the layer below again, as it was left. */
  reveal(below) {
    if (below) below.element.hidden = below.body.hidden = below.bar.hidden = false;
    if (below?.steps) below.steps.hidden = false;
    below?.element.classList.remove("covered");
    this.mark?.removeAttribute("aria-current");
    if (below?.topDialog && this.dialog) below.topDialog.append(...floating());
    window.scrollTo(0, this.scroll ?? 0);
    document.title = titled(below?.view.title);
    if (!recover(this.way)) below?.heading.focus({ preventScroll: true });
  }

  /** Sets the title of the browser's tab. */
  entitle() { document.title = titled(this.view.title); }

  /** Moves the focus to the layer and scrolls to its start. */
  enter() {
    this.entitle();
    if (this.kind === "embed") {
      /** @type {HTMLElement | null} */ (this.place.querySelector("input, select, textarea, button"))?.focus();
      return;
    }
    window.scrollTo(0, 0);
    const first = this.view.first ?? this.heading;
    first.focus({ preventScroll: true });
    if (first !== this.heading) first.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /** Draws another view instead of the previous one. */
  put(view) {
    this.view.close();
    this.view = view;
    this.body.replaceChildren(view.element);
    this.retitle();
  }
}

const titled = (title) => [title, brandTitle()].filter(Boolean).join(" · ");

/**
 * Notices and the live region. They move to the uppermost dialog, because nothing below it can be
 * reached.
 */
const floating = () => [document.querySelector(".floating")];
