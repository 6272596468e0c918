const COLOUR = /^#[0-9a-f]{6}$/i;

/** Applies the appearance of a transition to its layer. Unknown properties are ignored. */
export function applyAppearance(layer, /** @type {{ appearance?: any }} */ { appearance = {} }) {
  const { style } = layer.element;
  const { barColor, titleColor, handleColor, height, dim } = appearance;
  if (COLOUR.test(barColor)) {
    style.setProperty("--bar", barColor);
    style.setProperty("--bar-title", COLOUR.test(titleColor) ? titleColor : readableOn(barColor));
    layer.element.classList.add("coloured");
  }
  if (COLOUR.test(handleColor)) style.setProperty("--handle", handleColor);
  for (const [name, value] of Object.entries({ height, style: appearance.style })) {
    if (typeof value === "string") layer.element.dataset[name] = value;
  }
  if (appearance.largeTitle) layer.element.classList.add("large-title");
  if (dim === false) layer.element.classList.add("undimmed");
}

/** Returns black or white, whichever is more readable on a colour. */
function readableOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#000000" : "#ffffff";
}
