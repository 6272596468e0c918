import { Events } from "./client/events.js";
import { App } from "./mounted.js";
import { Navigation } from "./navigation.js";

/**
 * Mounts a client in a place of the page: an element with the styles of the client around it. Two
 * places of a page have their own notices, focus, history, sheets, drafts, keys and events.
 *
 * `begin` shows the first document. `entered` and `comeBack` follow a login in the client.
 */
export function mount(
  /** @type {HTMLElement} */ place, { begin, entered = () => {}, comeBack = async () => {}, ...options },
) {
  const app = new App(place, /** @type {any} */ (options));
  app.navigation = new Navigation(app, { begin, entered, comeBack });
  const events = new Events(app.connection, () => app.navigation.renew());
  app.onClose(() => events.close());
  return Object.assign(app, { events });
}
