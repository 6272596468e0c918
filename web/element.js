let serial = 0;

/** An id that no other element of the page has. */
export const freshId = (prefix) => `${prefix}-${++serial}`;

/** Makes an element: `text`, `on` and live properties are set as such, everything else as an attribute. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (name === "value" || name === "checked" || name === "disabled") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

/** Shows or hides an element. */
export const show = (made, isShown) => { made.hidden = !isShown; };

/** Sets an attribute, or takes it away where there is no value. */
export function mark(made, name, value) {
  if (value === undefined || value === null || value === false || value === "") made.removeAttribute(name);
  else made.setAttribute(name, value === true ? "" : value);
}
