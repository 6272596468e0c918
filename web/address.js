import { isOwn } from "./client/documents.js";

/** The server address in the page's fragment, or null. */
export function addressOfPage() {
  const text = location.hash.slice(1);
  return isOwn(text) ? text : null;
}

/** The page's own address with the server address `href` in the fragment. */
export const pageAt = (href) => location.pathname + location.search + (href ? `#${href}` : "");

/** The address of a GET request that draws the view again, or undefined. */
export function addressOf(view) {
  const { head } = view.tree ?? {};
  const all = [head?.flow && { href: head.flow.href }, head?.self, view.chosenModule, view.source];
  return all.find((each) => each?.href && (each.method ?? "GET") === "GET")?.href;
}
