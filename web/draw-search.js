import { element, freshId, mark, show } from "./element.js";
import { field } from "./field.js";
import { speak } from "./notices.js";
import { say } from "./texts.js";
import { ask } from "./transport.js";

/** How long typing rests before options are asked for, in milliseconds. */
const REST = 200;
/** How many options are asked for at a time. */
const PAGE = 20;

/** Draws a choice of one option among many, which is found by typing: a field with a list below it. */
export function drawSearch(atom, form) {
  const list = element("ul", { class: "found", role: "listbox", id: freshId("found"), hidden: true });
  const input = element("input", {
    type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", "aria-autocomplete": "list",
    "aria-expanded": "false", "aria-controls": list.id, "aria-owns": list.id, "aria-haspopup": "listbox",
  });
  const clear = element("button", { type: "button", class: "text-button clear", "aria-label": say("clear"), text: "×" });
  const box = element("div", { class: "box search" }, input, clear, list);
  const search = { options: [], after: null, active: -1, revision: 0, timer: null, text: null };

  const caption = () => atom.state.chosen?.caption ?? (atom.isEmpty ? "" : String(atom.value));
  const isOpen = () => !list.hidden;
  /** The rows that the arrows go through: the options, and the one that asks for more. */
  const rows = () => [...list.querySelectorAll("[role=option]")];

  const close = () => {
    clearTimeout(search.timer);
    search.revision += 1;
    search.active = -1;
    show(list, false);
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    mark(input, "aria-activedescendant", null);
  };
  const restore = () => {
    search.text = null;
    input.value = caption();
    close();
  };
  const choose = (option) => {
    atom.state = { ...atom.state, chosen: option && { value: option.value, caption: option.caption } };
    atom.enter(option ? option.value : null);
    restore();
    form.committed(atom);
  };
  const point = (place) => {
    const all = rows();
    if (!all.length) return;
    search.active = (place + all.length) % all.length;
    all.forEach((row, index) => row.setAttribute("aria-selected", String(index === search.active)));
    all[search.active].scrollIntoView({ block: "nearest" });
    mark(input, "aria-activedescendant", all[search.active].id);
  };
  const take = (place) => {
    if (place < search.options.length) choose(search.options[place]);
    else find(search.text ?? "", search.after);
  };
  const row = (place, words, detail) => element(
    "li", {
      role: "option", id: freshId("option"), "aria-selected": "false",
      // The field keeps the focus, so that the keyboard of a telephone stays.
      on: { pointerdown: (event) => event.preventDefault(), click: () => take(place) },
    },
    element("span", { text: words }), detail && element("span", { class: "detail", text: detail }));
  const draw = (note) => {
    const all = search.options.map((option, place) => row(place, option.caption, option.detail));
    if (search.after) all.push(row(all.length, say("more")));
    if (!all.length) all.push(element("li", { class: "note", role: "presentation", text: note ?? say("nothingFound") }));
    list.replaceChildren(...all);
    show(list, true);
    input.setAttribute("aria-expanded", "true");
    speak(search.options.length ? say("found", { count: search.options.length }) : note ?? say("nothingFound"));
  };

  /** Asks for the options of a text, or for those that follow. */
  async function find(text, after = null) {
    const revision = ++search.revision;
    const body = { atom: atom.path, text, limit: PAGE, version: atom.tree.version, revision };
    try {
      const answer = await ask(atom.state.search, { body: after ? { ...body, after } : body });
      if (revision !== search.revision || answer.revision !== revision) return;
      const first = after ? search.options.length : 0;
      search.options = after ? [...search.options, ...answer.data] : answer.data;
      search.after = answer.after ?? null;
      draw();
      search.active = -1;
      mark(input, "aria-activedescendant", null);
      if (after) point(first);
    } catch (fault) {
      if (revision !== search.revision || fault.isHandled) return;
      Object.assign(search, { options: [], after: null });
      draw(say("listUnavailable"));
    }
  }

  const typed = () => {
    clearTimeout(search.timer);
    search.text = input.value.trim();
    if ([...search.text].length < (atom.state.minLength ?? 0)) return close();
    search.timer = setTimeout(() => find(search.text), REST);
  };
  const open = () => {
    if (!atom.isEnabled || isOpen() || atom.state.minLength) return;
    search.text = "";
    find("");
  };

  input.addEventListener("input", typed);
  input.addEventListener("click", open);
  input.addEventListener("blur", () => {
    // What was typed and not chosen is no value; an empty field is.
    if (search.text === "" && input.value.trim() === "" && !atom.isEmpty) choose(null);
    else restore();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen()) return open();
      point(search.active < 0 && event.key === "ArrowUp" ? -1 : search.active + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isOpen() && search.active >= 0) take(search.active);
      else if (!isOpen()) form.enter();
    } else if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      restore();
    }
  });
  clear.addEventListener("click", () => {
    choose(null);
    input.focus();
  });

  const made = field(atom, input, { box });
  atom.watch(() => {
    input.readOnly = !atom.isEnabled;
    mark(input, "placeholder", null);
    show(clear, atom.isEnabled && !atom.isEmpty);
    if (search.text === null && input.value !== caption()) input.value = caption();
  });
  return made;
}
