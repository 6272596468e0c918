import { addressOfPage } from "./address.js";

/** The link in the page's fragment; null for an address of the server or an empty fragment. */
export function linkOfPage() { return (!addressOfPage() && decodeURIComponentSafely(location.hash.slice(1))) || null; }

/** Removes a followed link from the page's address. */
export function leaveLink() { history.replaceState(history.state, "", location.pathname); }

function decodeURIComponentSafely(text) {
  // Use the link unchanged, or decode it once if it is encoded as a whole.
  if (!/^[a-z][a-z0-9+.-]*%3a/i.test(text)) return text;
  try { return decodeURIComponent(text); } catch { return text; }
}
