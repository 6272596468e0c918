import { element, freshId, mark } from "./element.js";
import { recover, whereIn } from "./focus.js";
import { stepsOf } from "./steps.js";
import { say } from "./texts.js";

/** One thing over another: a pushed screen, a sheet, a curtain, or what has taken a place within a screen. */
export class Layer {
  /** The lowest one. */
  static root(view, how) { return new Layer(view, how, "root", null); }

  /** A pushed screen, a sheet (`present`) or a curtain (`cover`). */
  static of(view, how, back) {
    const kind = ["present", "cover"].includes(how.kind) ? how.kind : "push";
    return new Layer(view, how, kind, back);
  }

  /** Creates the layer that takes a place within the screen below. */
  static embedded(view, how, place) {
    const layer = new Layer(view, how, "embed", null);
    layer.place = place;
    return layer;
  }

  constructor(view, how, kind, back) {
    Object.assign(this, { view, how, kind, chain: 0, isClosable: how.appearance?.closable !== false });
    this.heading = element("h1", { tabindex: "-1", id: freshId("title") });
    this.leave = back && this.isClosable ? element("button", { type: "button", class: "back", on: { click: back } }) : null;
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

  /** True if it takes the place of what lies below, as far as there is no room beside it. */
  get covers() { return this.kind === "push" && !this.topDialog; }

  retitle() {
    this.heading.textContent = this.view.title ?? "";
    this.steps?.remove();
    this.steps = stepsOf((this.view.drawn ?? this.view.tree?.head)?.flow);
    if (this.steps) this.bar.after(this.steps);
    mark(this.heading, "aria-describedby", this.view.outcomeId ?? this.steps?.firstChild.id);
    if (this.leave) this.leave.setAttribute("aria-label", say(this.dialog ? "close" : "back"));
  }

  /** Puts it on the screen. */
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
      // A screen pushed within a sheet stays in it.
      this.topDialog = below.topDialog;
      below.body.hidden = below.bar.hidden = true;
      if (below.steps) below.steps.hidden = true;
      this.topDialog.append(this.element);
    } else {
      // The lowest one stays beside it where there is room.
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

  /** Takes it off the screen. */
  remove() {
    this.view.close();
    if (this.kind === "embed") return this.place.replaceChildren(...this.taken);
    if (this.dialog) {
      this.dialog.close();
      document.querySelector("main").before(...floating());
    }
    this.element.remove();
  }

  /** Lets what is below be seen again, as it was left. */
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

  /** Says in the browser's tab what is seen now. */
  entitle() { document.title = titled(this.view.title); }

  /** Leads the eye and the ear to it. */
  enter() {
    this.entitle();
    if (this.kind === "embed") {
      this.place.querySelector("input, select, textarea, button")?.focus();
      return;
    }
    window.scrollTo(0, 0);
    const first = this.view.first ?? this.heading;
    first.focus({ preventScroll: true });
    if (first !== this.heading) first.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /** Draws another view in the place of the one before. */
  put(view) {
    this.view.close();
    this.view = view;
    this.body.replaceChildren(view.element);
    this.retitle();
  }
}

const titled = (title) => [title, document.querySelector(".brand span").textContent].filter(Boolean).join(" · ");

/** Notices and what is spoken: they go with the uppermost dialog, since nothing beneath it can be reached. */
const floating = () => [document.querySelector(".floating")];
