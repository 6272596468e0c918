/** The focused element in the tree of a node, which may be a shadow tree; null if it has none. */
export const focusIn = (/** @type {Node} */ node) =>
  /** @type {HTMLElement | null} */ (/** @type {Document} */ (node.getRootNode()).activeElement ?? null);

/**
 * Returns the path from `place` to the focused element in it, to find the element after a redraw;
 * null if the focus is elsewhere.
 */
export function whereIn(place) {
  const focused = focusIn(place);
  if (focused === place || !place.contains(focused)) return null;
  const path = [];
  for (let each = focused; each !== place; each = each.parentElement) {
    const { key, module, atom } = /** @type {HTMLElement} */ (each).dataset;
    const siblings = [...each.parentElement.children];
    path.unshift({ made: each, key: key ?? module ?? atom, tag: each.tagName, index: siblings.indexOf(each) });
  }
  return path;
}

/** True if no element of the page has the focus. */
export const isLost = () => document.activeElement === document.body;

/** True if the element of a path step is visible and enabled. */
export const isThere = ({ made }) => made.isConnected && made.checkVisibility() && !made.disabled;

/** Returns the current element at a path: by key, else by its index among its siblings. */
function at(place, path) {
  let found = place;
  for (const { key, tag, index } of path) {
    const keyed = key
      && [...found.children].find((each) => [each.dataset.key, each.dataset.module, each.dataset.atom].includes(key));
    const next = keyed ?? (found.children[index]?.tagName === tag ? found.children[index] : found.lastElementChild);
    if (!next) break;
    found = next;
  }
  return found;
}

const FOCUSABLE =
  "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]";

/**
 * Focuses an element, or the first focusable one in it or around it. Returns true if one has the
 * focus.
 */
export function focusNear(made) {
  if (!made?.isConnected) return false;
  return [made, ...made.querySelectorAll(FOCUSABLE), made.closest(FOCUSABLE)].some((each) => {
    each?.focus({ preventScroll: true });
    return each && focusIn(each) === each;
  });
}

/**
 * Focuses the element at the end of a path from the client's place, or the nearest one. Returns true if an
 * element has the focus.
 */
export function recover(way) {
  const place = way?.findLastIndex(isThere);
  let found = way?.[place] && at(way[place].made, way.slice(place + 1));
  while (found && !found.matches("body, .app, .floating") && !focusNear(found)) found = found.parentElement;
  return !isLost();
}

/** Draws a place again, and restores the focus in it. */
export function keepingFocus(place, draw) {
  const path = whereIn(place);
  draw();
  if (path) focusNear(at(place, path));
}
