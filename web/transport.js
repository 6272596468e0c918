import { kinds } from "./kinds.js";
import { language } from "./language.js";
import { NoAnswer, Problem } from "./problem.js";
import { session } from "./session.js";

/** Milliseconds that an answer may take. */
const PATIENCE = 20000;

let ended = () => {}, placed = () => {};

/** Says what happens when the server no longer knows the session. */
export function onSessionEnd(act) { ended = act; }

/** Says what happens when an answer tells from which place in the events it is. */
export function onPlace(act) { placed = act; }

/** The session is over, as an answer to its token says: one of several answers tells it first. */
export function sessionEnded(token) { if (token && token === session.token) ended(); }

/** What every request says of the person and the client. */
export function headers() {
  const said = { "Accept-Language": language(), "Accept-Atoms": kinds().join(", "), "Client-Version": "web/1.0" };
  if (session.token) said.Authorization = `Bearer ${session.token}`;
  return said;
}

/** Asks the server and answers the body; throws `Problem` where it refuses and `NoAnswer` where nothing came. */
export async function ask({ href, method = "GET" }, { body, key, match } = {}) {
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
    // What was asked before a new login is nobody's any more.
    problem.isHandled = true;
    sessionEnded(token);
  }
  throw problem;
}
