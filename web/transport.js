import { kinds } from "./kinds.js";
import { language } from "./language.js";
import { NoAnswer, Problem } from "./problem.js";
import { session } from "./session.js";

/** Milliseconds that an answer may take. */
const PATIENCE = 20000;

let ended = () => {};

/** Says what happens when the server no longer knows the session. */
export function onSessionEnd(act) { ended = act; }

/** Asks the server and answers the body; throws `Problem` where it refuses and `NoAnswer` where nothing came. */
export async function ask({ href, method = "GET" }, { body, key } = {}) {
  if (!/^\/(?!\/)/.test(href)) throw new NoAnswer(href);
  const token = session.token;
  const headers = { "Accept-Language": language(), "Accept-Atoms": kinds().join(", "), "Client-Version": "web/1.0" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const timer = new AbortController();
  const limit = setTimeout(() => timer.abort(), PATIENCE);
  let response, answer;
  try {
    response = await fetch(href, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: timer.signal,
      credentials: "omit", cache: "no-cache",
    });
    const text = await response.text();
    answer = text ? JSON.parse(text) : null;
  } catch {
    throw new NoAnswer(href);
  } finally {
    clearTimeout(limit);
  }
  if (response.ok) return answer;
  const problem = new Problem(response.status, answer ?? {}, Number(response.headers.get("Retry-After")) || null);
  if (response.status === 401 && token) {
    // One of several answers tells it first; what was asked before a new login is nobody's any more.
    problem.isHandled = true;
    if (token === session.token) ended();
  }
  throw problem;
}
