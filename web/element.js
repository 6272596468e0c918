let serial = 0;

/** Returns an id that is unique on the page. */
export const freshId = (prefix) => `${prefix}-${++serial}`;

/** The names of parts, which a page can style in an embedded form, by the first class. */
const PARTS = {
  actions: "actions", bar: "bar", box: "input", button: "button", caption: "caption", card: "card", fault: "fault",
  faults: "faults", field: "field", hint: "hint", notice: "notice", picker: "input", question: "dialog",
  sheet: "dialog",
};

/**
 * Creates an element. Adds the listeners of `on`, sets `text`, `value`, `checked` and `disabled` as
 * properties, and all others as attributes.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (name === "value" || name === "checked" || name === "disabled") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  const part = PARTS[properties.class?.split(" ", 1)[0]];
  if (part) made.setAttribute("part", part);
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

export const show = (made, isShown) => { made.hidden = !isShown; };

/** Sets an attribute; removes it if the value is empty or false. */
export function mark(made, name, value) {
  if (value === undefined || value === null || value === false || value === "") made.removeAttribute(name);
  else made.setAttribute(name, value === true ? "" : value);
}
