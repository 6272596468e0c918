import { element, freshId } from "./element.js";
import { icon } from "./icons.js";
import { say } from "./texts.js";

/** Choices of so many options are seen at once; of more they are a list. */
const CHIPS = 4;
const PAUSE = 350;

/** Draws what a list can be narrowed by, as the server names it; `changed` gets the values by their names. */
export function filtersOf(filters, changed) {
  const values = {};
  let timer;
  const set = (name, value, pause = 0) => {
    if ((values[name] ?? "") === value) return;
    values[name] = value;
    clearTimeout(timer);
    timer = setTimeout(() => changed({ ...values }), pause);
  };
  const [seen, folded] = [[], []];
  for (const filter of filters) {
    if (filter.kind === "text") seen.push(textOf(filter, set));
    else if (filter.kind === "choice") (filter.options.length <= CHIPS ? seen : folded).push((filter.options.length <= CHIPS ? chipsOf : selectOf)(filter, set));
    else if (filter.kind === "date") folded.push(dateOf(filter, set));
  }
  const made = element("form", { class: "filters", role: "search", on: { submit: (event) => event.preventDefault() } }, seen);
  if (folded.length) {
    const panel = element("div", { class: "filter-panel", id: freshId("filters"), hidden: true }, folded);
    const opener = element("button", { type: "button", class: "chip filter-opener", "aria-expanded": "false", "aria-controls": panel.id }, icon("filter"), element("span", { text: say("filters") }));
    opener.addEventListener("click", () => {
      panel.hidden = !panel.hidden;
      opener.setAttribute("aria-expanded", String(!panel.hidden));
    });
    const line = made.querySelector(".chips");
    if (line) line.append(opener);
    else made.append(element("div", { class: "chips" }, opener));
    made.append(panel);
  }
  /** Takes all of them back. */
  made.clear = () => {
    made.reset();
    for (const name of Object.keys(values)) delete values[name];
    clearTimeout(timer);
    changed({});
  };
  return made;
}

function textOf({ name, label, maxLength }, set) {
  const input = element("input", {
    type: "search", "aria-label": label, placeholder: label, maxlength: maxLength, autocomplete: "off", enterkeyhint: "search",
    on: { input: () => set(name, input.value.trim(), PAUSE), change: () => set(name, input.value.trim()) },
  });
  return element("div", { class: "box filter-text" }, icon("search"), input);
}

function chipsOf({ name, label, options }, set) {
  const group = freshId("filter");
  const chip = (value, caption, isFirst) => element("label", { class: "chip" },
    element("input", { type: "radio", name: group, value, checked: isFirst, on: { change: () => set(name, value) } }), element("span", { text: caption }));
  const chips = [...(options.some((each) => each.value === "") ? [] : [{ value: "", caption: say("all") }]), ...options];
  const made = element("div", { class: "chips", role: "radiogroup", "aria-label": label }, chips.map((each, index) => chip(each.value, each.caption, index === 0)));
  // A form that is reset goes back to the first.
  made.querySelector("input")?.setAttribute("checked", "");
  return made;
}

function selectOf({ name, label, options }, set) {
  const id = freshId("filter");
  const all = options.some((each) => each.value === "") ? [] : [{ value: "", caption: say("all") }];
  const input = element("select", { id, on: { change: () => set(name, input.value) } },
    [...all, ...options].map((each) => element("option", { value: each.value, text: each.caption })));
  return element("div", { class: "field" }, element("label", { class: "caption", for: id, text: label }), element("div", { class: "box select" }, input));
}

function dateOf({ name, label, min, max }, set) {
  const id = freshId("filter");
  const input = element("input", { id, type: "date", min, max, on: { change: () => { if (input.validity.valid) set(name, input.value); } } });
  return element("div", { class: "field" }, element("label", { class: "caption", for: id, text: label }), element("div", { class: "box" }, input));
}
