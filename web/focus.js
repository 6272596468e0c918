/** Where the focus is within a place, so that it is found again after the place was drawn anew. */
function whereIn(place, focused = document.activeElement) {
  if (!focused || focused === place || !place.contains(focused)) return null;
  const path = [];
  for (let each = focused; each !== place; each = each.parentElement) {
    const { key, module, atom } = each.dataset;
    const siblings = [...each.parentElement.children];
    path.unshift({ key: key ?? module ?? atom, tag: each.tagName, index: siblings.indexOf(each) });
  }
  return path;
}

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
  const all = [made.matches(FOCUSABLE) ? made : null, made.querySelector(FOCUSABLE), made.closest(FOCUSABLE)];
  for (const each of all) {
    each?.focus({ preventScroll: true });
    if (each && document.activeElement === each) return true;
  }
  return false;
}

/** Draws a place anew: who stood in it with the keyboard stands there again. */
export function keepingFocus(place, draw) {
  const path = whereIn(place);
  draw();
  if (path) focusNear(at(place, path));
}

/** Remembers what has the focus in a place; the function that is answered leads back to it, and says whether it could. */
export function focusIn(place) {
  const focused = document.activeElement;
  const path = whereIn(place, focused);
  return () => (path && focused.isConnected && focused.checkVisibility() && focusNear(focused)) || (path ? focusNear(at(place, path)) : false);
}
