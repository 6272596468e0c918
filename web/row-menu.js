import { carryOut } from "./action.js";
import { element, freshId } from "./element.js";
import { focusIn } from "./focus.js";
import { icon } from "./icons.js";
import { say } from "./texts.js";

/** Draws an action of a whole list as a button. */
export function actionOf(action, surroundings) {
  const made = element("button", {
    type: "button", class: `text-button${action.tone === "danger" ? " danger" : ""}`, text: action.title,
  });
  made.addEventListener("click", () => carryOut(action, made, surroundings));
  return made;
}

/**
 * Draws the menu of a row's actions (the menu button of ARIA 1.2). Calls `done` after an action.
 */
export function menuOf(row, { title, done, navigation }) {
  const list = element("div", {
    class: "menu", role: "menu", id: freshId("menu"), "aria-label": say("actionsOf", { title }), hidden: true,
  });
  const opener = element("button", {
    type: "button", class: "icon-button menu-opener", "aria-haspopup": "menu", "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-label": say("actionsOf", { title }),
  }, icon("more"));
  const items = row.actions.map((action) => element("button", {
    type: "button", role: "menuitem", tabindex: "-1", class: `menu-item${action.tone === "danger" ? " danger" : ""}`,
    text: action.title,
    on: { click: () => { close(true); carryOut(action, opener, { done, navigation }); } },
  }));
  list.append(...items);
  const made = element("div", { class: "row-menu" }, opener, list);
  const outside = (event) => { if (!event.composedPath().includes(made)) close(false); };
  function open(index = 0) {
    list.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside);
    const { bottom } = list.getBoundingClientRect();
    list.classList.toggle("above", bottom > innerHeight - 8);
    items.at(index).focus();
  }
  function close(hasFocus) {
    if (list.hidden) return;
    list.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside);
    if (hasFocus) opener.focus();
  }
  opener.addEventListener("click", () => (list.hidden ? open() : close(true)));
  opener.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    open(event.key === "ArrowUp" ? -1 : 0);
  });
  list.addEventListener("keydown", (event) => {
    const index = items.indexOf(focusIn(list));
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      items.at(next % items.length).focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (event.key === "Tab") close(false);
  });
  made.addEventListener("focusout",
    (event) => { if (event.relatedTarget && !made.contains(event.relatedTarget)) close(false); });
  return made;
}
