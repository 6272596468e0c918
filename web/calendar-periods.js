import { element } from "./element.js";

/**
 * Draws periods, such as years, as a grid (the grid of the ARIA practices). The arrows, Home, End,
 * Page Up, Page Down and typed digits move the focus. The returned `enter` focuses the `pointed`
 * period. Calls `take` with the value of a chosen open period.
 */
export function periodGrid({ label, periods, columns, pointed, take }) {
  let place = Math.max(0, periods.findIndex(({ value }) => value === pointed));
  let typed = "";
  const cells = periods.map(({ value, text, name, isOpen = true }, index) => element("td", {
    role: "gridcell", class: "calendar-day", text, "aria-label": name, "aria-selected": String(value === pointed),
    "aria-disabled": isOpen ? null : "true",
    tabindex: index === place ? "0" : isOpen ? "-1" : null, on: { click: () => isOpen && take(value) },
  }));
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    element("tr", {}, cells.slice(row * columns, (row + 1) * columns)));
  const grid =
    element("table", { class: `days of-${columns}`, role: "grid", "aria-label": label }, element("tbody", {}, rows));
  const page = 5 * columns;
  const point = (next) => {
    if (periods[place].isOpen === false) cells[place].removeAttribute("tabindex");
    else cells[place].tabIndex = -1;
    place = Math.min(Math.max(next, 0), cells.length - 1);
    cells[place].tabIndex = 0;
    cells[place].focus();
  };
  /**
   * Returns the index of the first period that begins with the typed digits. Without a match, the
   * last digit begins a new text.
   */
  const found = (digit) => {
    const begins = (text) => periods.findIndex((each) => each.text.startsWith(text));
    typed = [typed + digit, digit].find((each) => begins(each) >= 0) ?? "";
    return typed ? begins(typed) : place;
  };
  grid.addEventListener("keydown", (event) => {
    const { key } = event;
    const onward = getComputedStyle(grid).direction === "rtl" ? -1 : 1;
    const first = place - (place % columns);
    const steps = {
      ArrowLeft: place - onward, ArrowRight: place + onward, ArrowUp: place - columns, ArrowDown: place + columns,
      Home: first, End: first + columns - 1, PageUp: place - page, PageDown: place + page,
    };
    if (key === "Enter" || key === " ") {
      if (periods[place].isOpen !== false) take(periods[place].value);
    } else if (Object.hasOwn(steps, key)) {
      typed = "";
      point(steps[key]);
    } else if (/^\d$/.test(key)) point(found(key));
    else return;
    event.preventDefault();
  });
  const enter = () => {
    cells[place].focus({ preventScroll: true });
    cells[place].scrollIntoView({ block: "center" });
  };
  return { grid, enter };
}
