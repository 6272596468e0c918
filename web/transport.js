import { kinds } from "./kinds.js";
import { language } from "./language.js";
import { NoAnswer, Problem } from "./problem.js";
import { session } from "./session.js";

/** Milliseconds before a request times out. */
const PATIENCE = 20000;

let ended = () => {}, placed = (/** @type {string} */ _) => {};

/** Sets the handler for the end of the session. */
export function onSessionEnd(act) { ended = act; }

/** Sets the handler for the event id of a response. */
export function onPlace(act) { placed = act; }

/** Reports the end of the session, once for several responses to its token. */
export function sessionEnded(token) { if (token && token === session.token) ended(); }

/** The headers of every request: language, kinds of atoms, client and token. */
export function headers() {
  /** @type {Record<string, string>} */
  const said = { "Accept-Language": language(), "Accept-Atoms": kinds().join(", "), "Client-Version": "web/1.0" };
  if (session.token) said.Authorization = `Bearer ${session.token}`;
  return said;
}

/** @typedef {{ body?: any, key?: string, match?: string }} Sent The body, its key, and the tag to match. */

/**
 * Sends a request and returns the response body. Throws `Problem` for an error response, and
 * `NoAnswer` if no readable response arrives.
 */
export async function ask({ href, method = "GET" }, /** @type {Sent} */ { body, key, match } = {}) {
  if (!/^\/(?!\/)/.test(href)) throw new NoAnswer(href);
  const token = session.token;
  const said = headers();
  if (key) said["Idempotency-Key"] = key;
  if (match) said["If-Match"] = match;
  if (body !== undefined) said["Content-Type"] = "application/json";
  const timer = new AbortController();
  const limit = setTimeout(() => timer.abort(), PATIENCE);
  let response, answer;
  try {
    response = await fetch(href, {
      method, headers: said, body: body === undefined ? undefined : JSON.stringify(body), signal: timer.signal,
      credentials: "omit", cache: "no-cache",
    });
    const text = await response.text();
    answer = text ? JSON.parse(text) : null;
  } catch {
    throw new NoAnswer(href);
  } finally {
    clearTimeout(limit);
  }
  if (response.ok) {
    const place = response.headers.get("Last-Event-ID");
    if (place && token === session.token) placed(place);
    return answer;
  }
  const problem = new Problem(response.status, answer ?? {}, Number(response.headers.get("Retry-After")) || null);
  if (response.status === 401 && token) {
    // Callers ignore it: the session has ended, or another one has begun.
    problem.isHandled = true;
    sessionEnded(token);
  }
  throw problem;
}
