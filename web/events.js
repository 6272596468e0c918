import { session } from "./session.js";
import { headers, sessionEnded } from "./transport.js";
import { turn } from "./turn.js";

/** Times in milliseconds: until a lost stream is asked for again, unless the server says it, and at most. */
const RETRY = 3000, LONGEST = 60000;
/** The first bytes of a stream come at once, unless something between here and the server holds them back. */
const FIRST = 10000;
/** A stream without a byte for so long is dead: the server sends a comment once a minute at least. */
const SILENCE = 75000;
/** How often the server is asked while no stream can be had, and for how long none is tried then. */
const ASKING = 20000, WITHOUT = 120000;
/** How long a page that is not seen keeps its stream. */
const UNSEEN = 30000;
/** How long a stream lasts that is no failure. */
const LASTING = 10000;
/** A change of the person's own is shown at once, one that everybody is told of within so long: not all ask at one moment. */
const OWN = 300, EVERYBODY = 10000;

/** Somewhere between the half and one and a half of a time, so that many pages do not ask together. */
const about = (time) => time * (0.5 + Math.random());

/**
 * Listens to what changes at the bank while the page is seen, and says so by `changed`. It goes on by ids after a loss; where no
 * stream can be had, it asks now and then.
 */
export class Events {
  constructor(changed) {
    this.changed = changed;
    this.run = null;
    document.addEventListener("visibilitychange", () => this.seen(!document.hidden));
    window.addEventListener("online", () => this.wake?.());
  }

  /** Listens for the session that is open, if its server tells events; an answer is from `place`, so that nothing behind it is missed. */
  begin(place) {
    if (this.token !== session.token) {
      this.end();
      this.id = undefined;
      this.token = session.token;
    }
    this.id ??= place;
    if (this.run || !session.events || document.hidden) return;
    this.run = new AbortController();
    this.listen(this.run.signal);
  }

  /** Listens no more. */
  end() {
    clearTimeout(this.leaving);
    this.run?.abort();
    this.run = null;
    clearTimeout(this.due);
    this.due = null;
  }

  seen(isSeen) {
    clearTimeout(this.leaving);
    if (!isSeen) this.leaving = setTimeout(() => this.end(), UNSEEN);
    else if (session.isOpen) {
      this.begin();
      this.wake?.();
    }
  }

  async listen(signal) {
    let failures = 0, streamFrom = 0;
    await turn();
    while (!signal.aborted) {
      const began = Date.now(), isOnce = began < streamFrom;
      this.retry = RETRY;
      let wait;
      try {
        await this.read(signal, isOnce);
      } catch (fault) {
        if (fault instanceof Refusal) {
          if (!fault.isPassing) return;
          wait = fault.retryAfter * 1000 || undefined;
        }
      }
      if (signal.aborted) return;
      const now = Date.now();
      if (!isOnce) {
        failures = this.hasBegun && now - began > LASTING ? 0 : failures + 1;
        wait ??= failures > 1 ? WITHOUT : Math.min(LONGEST, about(this.retry * 2 ** failures));
        // A page that would wait longer than that asks meanwhile, and soon for the first time.
        if (wait > ASKING) {
          streamFrom = now + wait;
          wait = RETRY;
        }
      }
      await this.pause(signal, about(wait ?? ASKING));
    }
  }

  /** Waits, unless the page is seen again or the network is back. */
  pause(signal, time) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = resolve;
      signal.addEventListener("abort", resolve, { once: true });
    }).finally(() => { this.wake = null; });
  }

  /** Reads a stream to its end; with `isOnce` what has happened since the last id. */
  async read(signal, isOnce) {
    const { token } = session;
    const timer = new AbortController();
    const abort = () => timer.abort();
    signal.addEventListener("abort", abort);
    let limit = setTimeout(abort, FIRST);
    this.hasBegun = false;
    /** True if nothing tells from where on changes are heard. */
    const isBlind = this.id === undefined;
    try {
      const response = await fetch(session.events.href + (isOnce ? "?once=true" : ""), {
        headers: { ...headers(), Accept: "text/event-stream", ...(this.id ? { "Last-Event-ID": this.id } : {}) },
        signal: timer.signal, credentials: "omit", cache: "no-store",
      });
      if (!response.ok) {
        if (response.status === 401) sessionEnded(token);
        throw new Refusal(response.status, Number(response.headers.get("Retry-After")) || 0);
      }
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
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
      // What is left unread holds a connection.
      timer.abort();
    }
  }

  take(lines, { token, isBlind }) {
    const fields = Object.fromEntries(lines.filter((line) => !line.startsWith(":")).map((line) => line.split(/: ?(.*)/s, 2)));
    const isFirst = !this.hasBegun && isBlind;
    this.hasBegun = true;
    if (fields.id) this.id = fields.id;
    if (Number(fields.retry) > 0) this.retry = Number(fields.retry);
    // What was drawn before the first place in the stream may have changed in between.
    if (isFirst && fields.id) this.tell(OWN);
    if (fields.event === "session") sessionEnded(token);
    else if (fields.event) this.tell(fields.event === "submission" ? OWN : Math.random() * EVERYBODY);
  }

  /** Says within so long that something has changed; several changes are one. */
  tell(time) {
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

/** An answer that is no stream. */
class Refusal extends Error {
  constructor(status, retryAfter) {
    super(String(status));
    Object.assign(this, { retryAfter, isPassing: status === 429 || status >= 500 });
  }
}
