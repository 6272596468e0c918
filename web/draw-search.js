import { isTree } from "./client/documents.js";
import { element, freshId, mark, show } from "./element.js";
import { field } from "./field.js";
import { focusIn } from "./focus.js";
import { GLASS, icon } from "./icon.js";
import { describe } from "./notices.js";
import { Options } from "./client/options.js";
import { searched } from "./client/plain.js";
import { pictureOf } from "./identity.js";
import { say } from "./texts.js";

/** Milliseconds without typing before a search starts. */
const REST = 200;
/** Milliseconds without a response before the list shows that it is loading. */
const MOMENT = 400;

/**
 * Draws a search for one option: a field with a list below it (the combobox of ARIA 1.2). The field
 * keeps the focus, and the arrows move a highlight through the list. Typed text becomes a value
 * only if the atom `takesValue`.
 */
export function drawSearch(atom, form) {
  const options = new Options(atom, form.connection);
  const list = element("ul", { class: "options", role: "listbox", id: freshId("options") });
  const words = element("p");
  const again = element("button", { type: "button", class: "text-button", tabindex: "-1" });
  const sign = icon(GLASS, "glass");
  const note = element("div", { class: "found-note" }, sign, words, again);
  const found = element("div", { class: "found" }, list, note);
  const input = element("input", {
    type: "text", role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    enterkeyhint: "search",
    "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": list.id,
  });
  const glass = icon(GLASS, "glass");
  const clear = element("button", { type: "button", class: "icon-button clear" }, icon("M6 6l12 12M18 6L6 18"));
  const box = element("div", { class: "box search" }, input, glass, clear, found);
  /** The typed text; null while the field shows the chosen option. */
  let typed = null;
  /** The index of the highlighted row; -1 for none. */
  let active = -1;
  let rest, slow;

  const caption = () => {
    const { value, state: { chosen } } = atom;
    if (atom.isEmpty) return "";
    return chosen?.value === value ? chosen.caption : String(value);
  };
  const isEnough = (text) => [...text].length >= (atom.state.minLength ?? 0);
  const isOpen = () => !found.hidden;

  const point = (place) => {
    const rows = [...list.children];
    active = place;
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === place)));
    mark(input, "aria-activedescendant", rows[place]?.id);
    rows[place]?.scrollIntoView({ block: "nearest" });
  };
  /** Draws the options, with the text `said` below them. */
  const drawFound = (said = "", isFault = false) => {
    const rows = options.all.map((option, place) => row(place, option.caption, option));
    if (options.after !== null) rows.push(row(rows.length, say("more")));
    list.replaceChildren(...rows);
    point(-1);
    tell(said, isFault);
  };
  let hasFailed = false;
  const tell = (said, isFault = false) => {
    const wasOpen = isOpen();
    words.textContent = said;
    const isNothing = said === say("nothingFound");
    hasFailed = isFault;
    again.textContent = say(isFault ? "retry" : "clear");
    show(again, isFault || isNothing);
    mark(sign, "hidden", !isNothing);
    show(note, Boolean(said));
    show(list, list.children.length > 0);
    show(found, !list.hidden || !note.hidden);
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (isOpen() && !wasOpen) found.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    clearTimeout(rest);
    clearTimeout(slow);
    options.forget();
    drawFound();
  };
  /** Discards the typed text and shows the chosen option. */
  const restore = () => {
    typed = null;
    close();
    input.value = caption();
  };
  const choose = (option) => {
    typed = null;
    close();
    atom.state = { ...atom.state, chosen: option && { value: option.value, caption: option.caption } };
    atom.enter(option ? option.value : null);
    form.committed(atom);
  };

  /** The option with a value. If it is not loaded, its caption is the value. */
  const known = (value) => options.all.find((option) => option.value === value) ?? { value, caption: value };

  /**
   * Loads a page and draws it. Returns the previous number of options; undefined if the page is
   * late or fails.
   */
  const search = async (page) => {
    clearTimeout(rest);
    clearTimeout(slow);
    slow = setTimeout(() => tell(say("loading")), MOMENT);
    const before = options.all.length;
    try {
      if (!await page()) return;
      clearTimeout(slow);
      const count = options.all.length;
      const nothing = options.missing?.text ?? (options.after === null ? say("nothingFound") : "");
      drawFound(count ? "" : nothing);
      const told = count ? say(options.after === null ? "found" : "foundSome", { count }) : nothing || say("more");
      form.app.notices.speak(told);
      return before;
    } catch (fault) {
      clearTimeout(slow);
      failed(fault);
    }
  };
  const find = (text) => { if (atom.state.search) search(() => options.find(text)); };
  /** Loads the next page and highlights its first option. */
  const more = async () => {
    const before = await search(() => options.more());
    if (before < list.children.length) point(before);
  };
  const failed = (fault) => {
    if (fault.isHandled) return close();
    if (isTree(fault.next)) return form.replace(fault.next);
    const said = fault.status === 503 ? say("listUnavailable") : describe(fault);
    drawFound(said, true);
    form.app.notices.speak(said);
  };
  const take = (place) => {
    if (place < options.all.length) choose(options.all[place]);
    else if (!options.isAsked) more();
  };
  const row = (place, text, /** @type {{ detail?: string, image?: string }} */ { detail, image } = {}) => element(
    "li",
    {
      role: "option", id: freshId("option"), class: place < options.all.length ? null : "more",
      on: { click: () => take(place) },
    },
    pictureOf(image, form.app), element("span", { text }),
    detail ? element("span", { class: "detail", text: detail }) : null);

  /**
   * Searches for the typed text. If nothing was typed, lists all options, or searches for the shown
   * caption if a minimum length is required.
   */
  const open = () => {
    const text = typed ?? (isEnough("") ? "" : input.value.trim());
    if (atom.isEnabled && isEnough(text)) find(text);
  };
  input.addEventListener("input", () => {
    typed = input.value.trim();
    if (atom.state.takesValue) typed = searched(typed);
    point(-1);
    clearTimeout(rest);
    if (!isEnough(typed)) return close();
    rest = setTimeout(() => find(typed), REST);
  });
  // The first tap selects the caption, so that typing begins a new search. Others move the caret.
  let isFirstTap = false;
  input.addEventListener("pointerdown", () => { isFirstTap = focusIn(input) !== input; });
  input.addEventListener("focus", () => { if (atom.isEnabled) input.select(); });
  input.addEventListener("click", () => {
    if (isFirstTap && atom.isEnabled) input.select();
    isFirstTap = false;
    if (!isOpen() && isEnough("")) open();
  });
  input.addEventListener("blur", () => {
    // An emptied field clears the value. A text can be an option's value, such as a BIC. Any other
    // text that was not chosen from the list is discarded.
    if (typed === "" && !atom.isEmpty && atom.isEnabled) choose(null);
    else if (typed && typed !== atom.value && atom.state.takesValue && atom.isEnabled) choose(known(typed));
    else restore();
  });
  const keys = {
    ArrowDown: () => (list.hidden || !isOpen() ? open() : point((active + 1) % list.children.length)),
    ArrowUp: () => (list.hidden || !isOpen() ? open() : point((active <= 0 ? list.children.length : active) - 1)),
    Home: () => point(0),
    End: () => point(list.children.length - 1),
    Enter: () => {
      if (active >= 0) take(active);
      else if (typed === null && !isOpen()) form.enter();
      else if (!isOpen()) open();
    },
    Escape: () => restore(),
  };
  input.addEventListener("keydown", (event) => {
    const { key } = event;
    if (
      event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey || !atom.isEnabled
      || !Object.hasOwn(keys, key)
    ) return;
    // Without a highlight, these keys move the caret. An unused Escape closes the sheet around the
    // form.
    if ((key === "Home" || key === "End") && active < 0) return;
    if (key === "Escape" && !isOpen() && typed === null) return;
    event.preventDefault();
    keys[key]();
  });
  // Tapping the list must not move the focus or close the phone's keyboard.
  found.addEventListener("mousedown", (event) => event.preventDefault());
  again.addEventListener("click", () => {
    if (hasFailed) return find(options.text);
    input.value = "";
    input.dispatchEvent(new Event("input"));
  });
  clear.addEventListener("click", () => {
    choose(null);
    input.focus();
  });

  close();
  const made = field(atom, input, { box });
  atom.watch(() => {
    const { isEnabled, isEmpty } = atom;
    input.readOnly = !isEnabled;
    mark(glass, "hidden", !isEnabled || !isEmpty);
    show(clear, isEnabled && !isEmpty);
    mark(list, "aria-label", atom.state.caption);
    clear.setAttribute("aria-label", `${say("clear")}: ${atom.state.caption ?? ""}`);
    if (!isEnabled && (typed !== null || isOpen())) return restore();
    if (typed === null && input.value !== caption()) input.value = caption();
  });
  return made;
}
