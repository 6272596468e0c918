import { addressOfPage } from "./address.js";

/** The link that the page was opened with: the fragment of its address, unless that is an address of the server; else null. */
export function linkOfPage() { return (!addressOfPage() && decodeURIComponentSafely(location.hash.slice(1))) || null; }

/** Takes the link out of the address, once it was followed. */
export function leaveLink() { history.replaceState(history.state, "", location.pathname); }

function decodeURIComponentSafely(text) {
  // A link is taken as it stands; one that was encoded as a whole is decoded once.
  if (!/^[a-z][a-z0-9+.-]*%3a/i.test(text)) return text;
  try { return decodeURIComponent(text); } catch { return text; }
}
