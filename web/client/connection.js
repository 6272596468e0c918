import { isOwn } from "./documents.js";
import { language } from "./language.js";
import { NoAnswer, Problem } from "./problem.js";

/** Milliseconds before a request times out. */
const PATIENCE = 20000;

/**
 * The program around the library: whether the person sees the client, and when the network or the
 * page is back. Each function returns one that ends the notification.
 * @typedef {object} Host
 * @property {() => boolean} isVisible
 * @property {(act: () => void) => () => void} onOnline
 * @property {(act: () => void) => () => void} onVisibility
 */

/** @type {Host} A program that is always visible and online. */
export const ALWAYS = { isVisible: () => true, onOnline: () => () => {}, onVisibility: () => () => {} };

/**
 * The session of a person. Without a token, requests have no `Authorization`. `renew` replaces a
 * refused token, and returns true if there is another one.
 * @typedef {object} Session
 * @property {boolean} isOpen
 * @property {string} [token]
 * @property {string} [user]
 * @property {{ href: string }} [events]
 * @property {(token: string) => Promise<boolean>} [renew]
 */

/** @typedef {{ href: string, method?: string }} Lead */

/** @typedef {{ body?: any, key?: string, match?: string }} Sent The body, its key, and the tag to match. */

/** Sends requests to one server with the headers of the client. */
export class Connection {
  /** The handler for the end of the session. */
  onSessionEnd = () => {};
  /** The handler for an error response that callers do not ignore, or for a missing response. */
  onProblem = (/** @type {{ name: string, status?: number, title?: string }} */ _) => {};
  /** The handler for the event id of a response. */
  onPlace = (/** @type {string} */ _) => {};

  /**
   * @param {object} options
   * @param {string} [options.server] The origin of the server; the origin of the page by default.
   * @param {Session} options.session
   * @param {readonly string[]} options.kinds The kinds of atoms that the client draws.
   * @param {string} options.client The name and version of the client.
   * @param {Host} [options.host]
   * @param {typeof fetch} [options.fetch]
   */
  constructor({ server = "", session, kinds, client, host = ALWAYS, fetch = (...all) => globalThis.fetch(...all) }) {
    this.server = server;
    this.session = session;
    this.kinds = kinds;
    this.client = client;
    this.host = host;
    this.fetch = fetch;
  }

  /** Reports the end of the session, once for several responses to its token. */
  sessionEnded(/** @type {string | undefined} */ token) {
    if (token && token === this.session.token) this.onSessionEnd();
  }

  /** The headers of every request: language, kinds of atoms, client and token. */
  headers() {
    /** @type {Record<string, string>} */
    const said = {
      "Accept-Language": language(), "Accept-Atoms": this.kinds.join(", "), "Client-Version": this.client,
    };
    if (this.session.token) said.Authorization = `Bearer ${this.session.token}`;
    return said;
  }

  /**
   * Sends a request and returns the response body. Throws `Problem` for an error response, and
   * `NoAnswer` if no readable response arrives.
   */
  ask(/** @type {Lead} */ lead, /** @type {Sent} */ sent = {}) { return this.#send(lead, sent, true); }

  /**
   * Sends a request. Sends it again with another token if the server has refused the first.
   * @returns {Promise<any>}
   */
  async #send(
    /** @type {Lead} */ lead, /** @type {Sent} */ { body, key, match }, /** @type {boolean} */ mayRenew,
  ) {
    const { href, method = "GET" } = lead;
    // The token goes only to the server of this connection.
    if (!isOwn(href)) throw new NoAnswer(href);
    const { token } = this.session;
    const said = this.headers();
    if (key) said["Idempotency-Key"] = key;
    if (match) said["If-Match"] = match;
    if (body !== undefined) said["Content-Type"] = "application/json";
    const timer = new AbortController();
    const limit = setTimeout(() => timer.abort(), PATIENCE);
    let response, answer;
    try {
      response = await this.fetch(this.server + href, {
        method, headers: said, body: body === undefined ? undefined : JSON.stringify(body), signal: timer.signal,
        credentials: "omit", cache: "no-cache", redirect: "error",
      });
      const text = await response.text();
      answer = text ? JSON.parse(text) : null;
    } catch {
      this.onProblem({ name: "no-answer" });
      throw new NoAnswer(href);
    } finally {
      clearTimeout(limit);
    }
    if (response.ok) {
      const place = response.headers.get("Last-Event-ID");
      if (place && token === this.session.token) this.onPlace(place);
      return answer;
    }
    const problem = new Problem(response.status, answer ?? {}, Number(response.headers.get("Retry-After")) || null);
    if (response.status === 401 && token) {
      // Renewing fails if the source of the tokens does not respond.
      if (mayRenew && await this.session.renew?.(token).catch(() => false)) {
        return this.#send(lead, { body, key, match }, false);
      }
      // Callers ignore it: the session has ended, or another one has begun.
      problem.isHandled = true;
      this.sessionEnded(token);
    } else this.onProblem(problem);
    throw problem;
  }
}
