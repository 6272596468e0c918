import { turn } from "./turn.js";

/** Milliseconds before a lost stream is reopened: the default, and the maximum. */
const RETRY = 3000, LONGEST = 60000;
/**
 * Milliseconds to wait for the first bytes. An intermediary that buffers the stream delays them.
 */
const FIRST = 10000;
/**
 * Milliseconds without a byte after which a stream is closed. The server sends a comment at least
 * once a minute.
 */
const SILENCE = 75000;
/** Milliseconds between polls without a stream, and until the next attempt to open one. */
const ASKING = 20000, WITHOUT = 120000;
/** Milliseconds for which a hidden page keeps its stream. */
const UNSEEN = 30000;
/** Milliseconds for which a stream must last to reset the failure count. */
const LASTING = 10000;
/**
 * The maximum delay in milliseconds before a change is shown: the person's own, and others. The
 * delay of others is random, to spread the requests.
 */
const OWN = 300, EVERYBODY = 10000;

/** Returns a random time between 0.5 and 1.5 times `time`, to spread the requests of many pages. */
const about = (/** @type {number} */ time) => time * (0.5 + Math.random());

/**
 * Listens to change events while the page is visible, and calls `changed`. Resumes by event id
 * after a loss. Polls without a stream.
 */
export class Events {
  /**
   * Ends the pause before the next request.
   * @type {(() => void) | null}
   */
  wake = null;
  /**
   * The token of the session to which the stream belongs.
   * @type {string | undefined}
   */
  token;
  /** The time at which a change is reported. */
  dueAt = 0;

  constructor(/** @type {import("./connection.js").Connection} */ connection, /** @type {any} */ changed) {
    this.connection = connection;
    this.session = connection.session;
    this.changed = changed;
    this.run = null;
    const { host } = connection;
    const ends = [host.onVisibility(() => this.seen(host.isVisible())), host.onOnline(() => this.wake?.())];
    /** Stops listening forever. */
    this.close = () => {
      for (const end of ends) end();
      this.end();
    };
  }

  /**
   * Listens for the open session if its server sends events. `place` is the event id of a response,
   * so that later events are not missed.
   */
  begin(/** @type {string | undefined} */ place = undefined) {
    if (this.token !== this.session.token) {
      this.end();
      this.id = undefined;
      this.token = this.session.token;
    }
    this.id ??= place;
    if (this.run || !this.session.events || !this.connection.host.isVisible()) return;
    this.run = new AbortController();
    this.listen(this.run.signal);
  }

  /** Stops listening. */
  end() {
    clearTimeout(this.leaving);
    this.run?.abort();
    this.run = null;
    clearTimeout(this.due);
    this.due = null;
  }

  seen(/** @type {boolean} */ isSeen) {
    clearTimeout(this.leaving);
    if (!isSeen) this.leaving = setTimeout(() => this.end(), UNSEEN);
    else if (this.session.isOpen) {
      this.begin();
      this.wake?.();
    }
  }

  async listen(/** @type {AbortSignal} */ signal) {
    let failures = 0, streamFrom = 0;
    await turn();
    while (!signal.aborted) {
      const began = Date.now(), isOnce = began < streamFrom;
      this.retry = RETRY;
      let wait, least = 0;
      try {
        await this.read(signal, isOnce);
      } catch (fault) {
        if (fault instanceof Refusal) {
          if (!fault.isPassing) return;
          least = fault.retryAfter * 1000;
          wait = least || undefined;
        }
      }
      if (signal.aborted) return;
      const now = Date.now();
      if (!isOnce) {
        failures = this.hasBegun && now - began > LASTING ? 0 : failures + 1;
        wait ??= failures > 1 ? WITHOUT : Math.min(LONGEST, about(this.retry * 2 ** failures));
        // Poll during a longer wait, for the first time soon.
        if (wait > ASKING) {
          streamFrom = now + wait;
          wait = RETRY;
          least = 0;
        }
      }
      await this.pause(signal, least ? least * (1 + Math.random() / 2) : about(wait ?? ASKING));
    }
  }

  /** Waits, or returns early if the page becomes visible or the network is back. */
  pause(/** @type {AbortSignal} */ signal, /** @type {number} */ time) {
    return new Promise((resolve) => {
      setTimeout(resolve, time);
      this.wake = () => resolve(undefined);
      signal.addEventListener("abort", resolve, { once: true });
    }).finally(() => { this.wake = null; });
  }

  /** Reads a stream to its end; with `isOnce`, only the events since the last id. */
  async read(/** @type {AbortSignal} */ signal, /** @type {boolean} */ isOnce) {
    const { connection, session: { token, events } } = this;
    const timer = new AbortController();
    const abort = () => timer.abort();
    signal.addEventListener("abort", abort);
    let limit = setTimeout(abort, FIRST);
    this.hasBegun = false;
    /** True if no event id is known, so earlier changes may have been missed. */
    const isBlind = this.id === undefined;
    try {
      const response = await connection.fetch(connection.server + events?.href + (isOnce ? "?once=true" : ""), {
        headers: { ...connection.headers(), Accept: "text/event-stream", ...(this.id && { "Last-Event-ID": this.id }) },
        signal: timer.signal, credentials: "omit", cache: "no-store",
      });
      if (!response.ok) {
        if (response.status === 401) connection.sessionEnded(token);
        throw new Refusal(response.status, Number(response.headers.get("Retry-After")) || 0);
      }
      const reader = /** @type {ReadableStream} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(limit);
        limit = setTimeout(abort, SILENCE);
        text += value;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          this.take(text.slice(0, end).split("\n"), { token, isBlind });
          text = text.slice(end + 2);
        }
      }
    } finally {
      clearTimeout(limit);
      signal.removeEventListener("abort", abort);
      // Release the connection if the body is not read completely.
      timer.abort();
    }
  }

  take(/** @type {string[]} */ lines, /** @type {any} */ { token, isBlind }) {
    const fields =
      Object.fromEntries(lines.filter((line) => !line.startsWith(":")).map((line) => line.split(/: ?(.*)/s, 2)));
    const isFirst = !this.hasBegun && isBlind;
    this.hasBegun = true;
    if (fields.id) this.id = fields.id;
    if (Number(fields.retry) > 0) this.retry = Number(fields.retry);
    // The drawing may be older than the first event id of the stream.
    if (isFirst && fields.id) this.tell(OWN);
    if (fields.event === "session") this.connection.sessionEnded(token);
    else if (fields.event) this.tell(/^(submission|account)$/.test(fields.event) ? OWN : Math.random() * EVERYBODY);
  }

  /** Calls `changed` within `time` milliseconds. Combines several changes. */
  tell(/** @type {number} */ time) {
    const at = Date.now() + time;
    if (this.due && this.dueAt <= at) return;
    clearTimeout(this.due);
    this.dueAt = at;
    this.due = setTimeout(() => {
      this.due = null;
      this.changed();
    }, time);
  }
}

/** An error response to the request for a stream. */
class Refusal extends Error {
  constructor(/** @type {number} */ status, /** @type {number} */ retryAfter) {
    super(String(status));
    this.retryAfter = retryAfter;
    this.isPassing = status === 429 || status >= 500;
  }
}
