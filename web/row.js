import { element } from "./element.js";
import { shown } from "./client/format.js";
import { markOf, shortAccount } from "./identity.js";
import { badgeOf, contentOf, shownLine, shownOf } from "./shown.js";

/**
 * Draws a row: title, subtitle and trailing value. With `act`, the row is a button. `parts` has the
 * roles of the texts; older servers do not send it. A row with a mark needs its client.
 */
export function rowOf(
  row, act, /** @type {{ hasMark?: boolean, menu?: Node, app?: any }} */ { hasMark = false, menu, app } = {},
) {
  const { parts = {}, badge } = row;
  const title = parts.title?.text ?? shown(row.title);
  const below = parts.subtitle
    ? shownLine([].concat(parts.subtitle), { instead: (each) => (row.icon === "account" ? shortAccount(each) : null) })
    : row.subtitle ? [element("span", { text: shown(row.subtitle) })] : [];
  const end = parts.trailing
    ? shownOf(parts.trailing, { isSigned: parts.trailing.text?.startsWith("+") })
    : row.trailing && row.trailing !== badge?.text
      ? element("span", { class: "shown is-amount", text: shown(row.trailing) })
      : null;
  const state = badgeOf(badge);
  const words = element("span", { class: "row-words" },
    element("span", { class: "row-line" },
      element("span", { class: "row-title" }, shortAccount(parts.title) ?? contentOf({ text: title })),
      end && element("span", { class: "row-trailing" }, end)),
    below.length || state
      ? element("span", { class: "row-line" }, element("span", { class: "row-subtitle" }, below), state)
      : null);
  // A row that cannot be opened has a letter only for a person.
  const hasLetter = Boolean(act) || parts.title?.role === "person";
  const content = [markOf(row, title, { hasMark, hasLetter, app }), words];
  if (!act) return withMenu(element("div", { class: "row" }, content), menu);
  const made = element("button", { type: "button", class: "row", on: { click: act } }, content,
    menu ? null : element("span", { class: "chevron", "aria-hidden": "true" }));
  return withMenu(made, menu);
}

const withMenu = (made, menu) => (menu ? element("div", { class: "row-box" }, made, menu) : made);
