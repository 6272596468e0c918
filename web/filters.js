import { element, freshId } from "./element.js";
import { icon } from "./icons.js";
import { say } from "./texts.js";

/** The maximum number of options drawn as chips. More options are drawn as a list. */
const CHIPS = 4;
const PAUSE = 350;

/**
 * Draws the filters that the server declares for a list. Calls `changed` with the values by name.
 */
export function filtersOf(filters, changed, app) {
  const values = {};
  let timer;
  const set = (name, value, pause = 0) => {
    if ((values[name] ?? "") === value) return;
    values[name] = value;
    clearTimeout(timer);
    timer = setTimeout(() => changed({ ...values }), pause);
  };
  const isFolded = ({ kind, options }) => kind === "date" || (kind === "choice" && options.length > CHIPS);
  const seen = filters.filter(({ kind, options }) => kind === "choice" && options.length <= CHIPS).map((each) =>
    chipsOf(each, set));
  const folded = filters.filter(isFolded);
  // The search is first, followed by the button that opens the folded filters.
  const line = element("div", { class: "filter-line" },
    filters.filter(({ kind }) => kind === "text").map((each) => textOf(each, set)));
  const made = element("form", { class: "filters", role: "search", on: { submit: (event) => event.preventDefault() } },
    line, seen);
  if (folded.length) {
    const panel = element("div", { class: "filter-panel", id: freshId("filters"), hidden: true });
    const opener = element("button",
      { type: "button", class: "chip filter-opener", "aria-expanded": "false", "aria-controls": panel.id },
      icon("filter"), element("span", { text: say("filters") }));
    opener.addEventListener("click", () => open(panel, opener).catch((fault) => app.notices.troubled(fault)));
    line.append(opener);
    made.append(panel);
  }
  async function open(panel, opener) {
    if (!panel.children.length) {
      const { foldedFilters } = await import("./filter-panel.js");
      panel.replaceChildren(...foldedFilters(folded, set, app));
    }
    panel.hidden = !panel.hidden;
    opener.setAttribute("aria-expanded", String(!panel.hidden));
  }
  /** Clears all filters. */
  made.clear = () => {
    made.reset();
    for (const name of Object.keys(values)) delete values[name];
    clearTimeout(timer);
    // Remove the error messages of days.
    for (const each of made.querySelectorAll(".filter-panel input")) each.dispatchEvent(new Event("change"));
    changed({});
  };
  return made;
}

function textOf({ name, label, maxLength }, set) {
  const input = element("input", {
    type: "search", "aria-label": label, placeholder: label, maxlength: maxLength, autocomplete: "off",
    enterkeyhint: "search",
    on: { input: () => set(name, input.value.trim(), PAUSE), change: () => set(name, input.value.trim()) },
  });
  return element("div", { class: "box filter-text" }, icon("search"), input);
}

function chipsOf({ name, label, options }, set) {
  const group = freshId("filter");
  const chip = (value, caption, isFirst) => element("label", { class: "chip" },
    element("input", { type: "radio", name: group, value, checked: isFirst, on: { change: () => set(name, value) } }),
    element("span", { text: caption }));
  const chips =
    [...(options.some((each) => each.value === "") ? [] : [{ value: "", caption: say("all") }]), ...options];
  const made = element("div", { class: "chips", role: "radiogroup", "aria-label": label },
    chips.map((each, index) => chip(each.value, each.caption, index === 0)));
  // Resetting the form selects the first option.
  made.querySelector("input")?.setAttribute("checked", "");
  return made;
}
