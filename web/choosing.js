import { ended } from "./dialog.js";
import { element, freshId, show } from "./element.js";
import { focusIn } from "./focus.js";
import { GLASS, icon } from "./icon.js";
import { say } from "./texts.js";

/** The number of options above which a sheet has a search field. */
const MANY = 9;

/** Normalizes a text for comparison: ignores case, accents and spaces. */
const folded = (text) => text.normalize("NFKD").replace(/[\p{M}\p{Z}]/gu, "").toLowerCase().replaceAll("ё", "е");

/**
 * Shows options in a modal sheet, one in each row (the listbox of ARIA 1.2 in a dialog). Returns
 * the index of the chosen option, or null. `draw` returns the content of a row, and `text` the text
 * that a search matches. The end of the form closes the sheet.
 */
export async function choosing({ id, title, options, chosen, draw, text, form }) {
  const heading = element("h2", { id: freshId("choosing"), text: title ?? "" });
  const leave = element("button", { type: "button", class: "sheet-close", "aria-label": say("close") });
  const list = element("ul", { class: "choices", role: "listbox", "aria-labelledby": heading.id });
  const clear = element("button", { type: "button", class: "text-button", text: say("clear") });
  const nothing = element("div", { class: "nothing", hidden: options.length > 0 }, icon(GLASS, "glass"),
    element("p", { text: say(options.length ? "nothingFound" : "nothingToChoose") }), options.length ? clear : null);
  const search = element("input", {
    type: "search", class: "choices-search", placeholder: say("search"), "aria-label": say("search"),
    autocomplete: "off", enterkeyhint: "search",
  });
  const dialog = element("dialog", { id, class: "sheet", "aria-labelledby": heading.id },
    element("div", { class: "sheet-head" }, heading, leave), options.length > MANY ? search : null, list, nothing);
  const rows = options.map((option, place) => element("li", {
    class: "choice", role: "option", tabindex: "-1", "aria-selected": String(place === chosen),
    on: { click: () => dialog.close(String(place)) },
  }, element("span", { class: "choice-mark", "aria-hidden": "true" }), ...draw(option)));
  list.append(...rows);
  const seen = () => rows.filter((row) => !row.hidden);
  /** Makes `row` the only row that Tab reaches. The arrows move to the other rows. */
  const point = (row, hasFocus = true) => {
    for (const each of rows) each.tabIndex = each === row ? 0 : -1;
    if (hasFocus) row?.focus();
  };
  search.addEventListener("input", () => {
    const wanted = folded(search.value);
    rows.forEach((row, place) => show(row, folded(text(options[place])).includes(wanted)));
    show(nothing, !seen().length);
    point(seen()[0], false);
    form.app.notices.speak(seen().length ? say("found", { count: seen().length }) : say("nothingFound"));
  });
  dialog.addEventListener("keydown", (event) => {
    const all = seen();
    const focused = focusIn(dialog);
    const at = all.indexOf(focused);
    const isSearching = focused === search;
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, ...(isSearching ? {} : { Home: 0, End: all.length - 1 }) };
    if (Object.hasOwn(steps, event.key) && all.length) {
      event.preventDefault();
      point(all[(steps[event.key] + all.length) % all.length]);
    } else if ((event.key === "Enter" || (event.key === " " && !isSearching)) && (at >= 0 || isSearching)) {
      event.preventDefault();
      const row = at >= 0 ? all[at] : all.length === 1 ? all[0] : null;
      if (row) dialog.close(String(rows.indexOf(row)));
    } else if (
      !isSearching && at >= 0 && /^[\p{L}\p{N}]$/u.test(event.key)
      && !event.ctrlKey && !event.metaKey && !event.altKey
    ) {
      // A letter or digit moves to the next row that begins with it.
      const begins = (row) => folded(text(options[rows.indexOf(row)])).startsWith(folded(event.key));
      const next = [...all.slice(at + 1), ...all.slice(0, at + 1)].find(begins);
      if (next) point(next);
    }
  });
  clear.addEventListener("click", () => {
    search.value = "";
    search.dispatchEvent(new Event("input"));
    search.focus();
  });
  leave.addEventListener("click", () => dialog.close());
  const end = ended(dialog, form);
  if (rows.length) point(rows[Math.max(0, chosen)]);
  else leave.focus();
  rows[Math.max(0, chosen)]?.scrollIntoView({ block: "nearest" });
  const place = await end;
  return place === "" ? null : Number(place);
}
