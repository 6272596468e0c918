import { dayTyped, today } from "./day-typing.js";
import { isWholeDay, readDay } from "./client/days.js";
import { element } from "./element.js";
import { field } from "./field.js";
import { focusIn } from "./focus.js";
import { typedDay } from "./client/format.js";
import { icon } from "./icon.js";
import { say } from "./texts.js";

export const CALENDAR = "M7 3v3M17 3v3M4 9h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z";
const DAY = /^\d{4}-\d\d-\d\d$/;
let isAsking = false;

/**
 * Loads the calendar and asks for a day; undefined if it is closed, already open or does not load.
 */
export async function askedDay(question) {
  if (isAsking) return undefined;
  isAsking = true;
  try {
    const { chooseDay } = await import("./calendar.js");
    return await chooseDay(question) ?? undefined;
  } catch (fault) {
    question.app.notices.troubled(fault);
  } finally {
    isAsking = false;
  }
}

/** The day of a limit, which can be a day or a moment; undefined for other texts. */
const limit = (text) => (/^\d{4}-\d\d-\d\d(T|$)/.test(text) ? text.slice(0, 10) : undefined);

/**
 * Returns an input for a day, and a function that reads it: `2026-11-21`, the typed text if it is
 * not a day, or null.
 */
export function dayTyping(atom) {
  const input = element("input", {
    type: "text", inputmode: "numeric", autocomplete: "off", enterkeyhint: "done", placeholder: say("dateHint"),
  });
  const read = () => {
    dayTyped(input);
    const text = input.value.trim();
    return text ? readDay(text, today(), { min: limit(atom.state.min), max: limit(atom.state.max) }) ?? text : null;
  };
  return { input, read };
}

/**
 * Draws a button that opens a calendar at the day that `chosen` returns. Calls `take` with the day
 * that the person chooses.
 */
export function calendarButton(atom, form, { chosen, take }) {
  const open = element("button", { type: "button", class: "icon-button" }, icon(CALENDAR));
  const name = () => `${say("calendar")}: ${atom.state.caption ?? ""}`;
  open.addEventListener("click", async () => {
    const day = await askedDay({
      title: name(), chosen: limit(chosen()), today: today(), min: limit(atom.state.min), max: limit(atom.state.max),
      app: form.app, signal: form.signal,
    });
    if (day) take(day);
  });
  atom.watch(() => {
    open.hidden = !atom.isEnabled;
    open.setAttribute("aria-label", name());
  });
  return open;
}

/**
 * Draws a day, which is typed as `21.11.2026`, `1.12.26` or `01122026`, or chosen in a calendar.
 */
export function drawDateInput(atom, form) {
  const { input, read } = dayTyping(atom);
  const open = calendarButton(atom, form, {
    chosen: () => atom.value,
    take: (day) => {
      atom.enter(day);
      form.committed(atom);
    },
  });
  const box = element("div", { class: "box" }, input, open);
  input.addEventListener("input", () => atom.enter(read()));
  // An impossible day is reported when the field loses the focus. The server rejects it too.
  atom.unreadable = () => {
    if (atom.isEmpty) return null;
    if (DAY.test(atom.value)) return atom.value < "1000" ? say("shortYear") : null;
    return isWholeDay(atom.value) ? say("noSuchDay", { text: atom.value }) : say("notDay");
  };
  input.addEventListener("blur", () => {
    if (atom.isDirty) form.committed(atom);
    atom.tellUnreadable();
    input.value = typedDay(atom.value ?? "");
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (atom.isDirty) form.committed(atom);
    form.enter();
  });
  const made = field(atom, input, { box });
  made.classList.add("short");
  atom.watch(() => {
    input.readOnly = !atom.isEnabled;
    if (focusIn(input) !== input || !atom.isDirty) input.value = typedDay(atom.value ?? "");
  });
  return made;
}
