/** The number of pages that are requested before a filtered list counts as empty. */
const SOUGHT = 5;

/** @typedef {{ data?: any[], next?: string, count?: number }} Page A page of a list. */
/** @typedef {(source: { href: string }) => Promise<Page>} Ask Requests a page. */

/**
 * Requests a list until a page has rows. A filtered page may be empty although there are further
 * ones.
 * @param {Ask} ask
 * @param {{ href: string }} source
 * @returns {Promise<Page[]>}
 */
export async function soughtPages(ask, source) {
  const pages = [await ask(source)];
  const hasRows = () => pages.some(({ data }) => data?.length);
  for (let { next } = pages[0]; next && !hasRows() && pages.length < SOUGHT; next = pages[pages.length - 1].next) {
    pages.push(await ask({ href: next }));
  }
  return pages;
}

/**
 * Requests as many pages of a list as are shown, so that the person keeps the position.
 * @param {Ask} ask
 * @param {{ href: string }} source
 * @param {number} count
 * @returns {Promise<Page[]>}
 */
export async function renewedPages(ask, source, count) {
  const pages = [await ask(source)];
  for (let { next } = pages[0]; next && pages.length < count; next = pages[pages.length - 1].next) {
    pages.push(await ask({ href: next }));
  }
  return pages;
}
