/** The address of the server that stands behind the page's `#`: what was seen when it was put there; null where there is none. */
export function addressOfPage() {
  const text = location.hash.slice(1);
  return /^\/(?!\/)/.test(text) ? text : null;
}

/** The page's own address with that of what is seen, as the server gave it. */
export const pageAt = (href) => location.pathname + location.search + (href ? `#${href}` : "");

/** The request that draws a view again, as an address that GET takes; undefined where there is none. */
export function addressOf(view) {
  const { head } = view.tree ?? {};
  const all = [head?.flow && { href: head.flow.href }, head?.self, view.chosenModule, view.source];
  return all.find((each) => each?.href && (each.method ?? "GET") === "GET")?.href;
}
