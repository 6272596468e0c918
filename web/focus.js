/** The way from a place to the element in it that has the focus, so that it is found after the place was drawn anew; null without one. */
export function whereIn(place) {
  const focused = document.activeElement;
  if (focused === place || !place.contains(focused)) return null;
  const path = [];
  for (let each = focused; each !== place; each = each.parentElement) {
    const { key, module, atom } = each.dataset;
    const siblings = [...each.parentElement.children];
    path.unshift({ made: each, key: key ?? module ?? atom, tag: each.tagName, index: siblings.indexOf(each) });
  }
  return path;
}

/** True if nothing has the focus. */
export const isLost = () => document.activeElement === document.body;

/** True if the element of a step is still seen. */
export const isThere = ({ made }) => made.isConnected && made.checkVisibility() && !made.disabled;

/** The element that stands now where another stood: by its key, else by its place among its siblings. */
function at(place, path) {
  let found = place;
  for (const { key, tag, index } of path) {
    const keyed = key && [...found.children].find((each) => [each.dataset.key, each.dataset.module, each.dataset.atom].includes(key));
    const next = keyed ?? (found.children[index]?.tagName === tag ? found.children[index] : found.lastElementChild);
    if (!next) break;
    found = next;
  }
  return found;
}

const FOCUSABLE = "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]";

/** Focuses an element, or the first within it or around it that takes the focus; answers whether one did. */
export function focusNear(made) {
  if (!made?.isConnected) return false;
  return [made, ...made.querySelectorAll(FOCUSABLE), made.closest(FOCUSABLE)].some((each) => {
    each?.focus({ preventScroll: true });
    return each && document.activeElement === each;
  });
}

/** Focuses the element at the end of a way from the body, or the nearest one to its place; answers whether there was one. */
export function recover(way) {
  const place = way?.findLastIndex(isThere);
  let found = way?.[place] && at(way[place].made, way.slice(place + 1));
  while (found && !found.matches("body, .floating") && !focusNear(found)) found = found.parentElement;
  return !isLost();
}

/** Draws a place anew: who stood in it with the keyboard stands there again. */
export function keepingFocus(place, draw) {
  const path = whereIn(place);
  draw();
  if (path) focusNear(at(place, path));
}
