import { isolated } from "./isolated.js";

/** An error response of the server. */
export class Problem extends Error {
  /** True if callers ignore the problem, because the session has ended. */
  isHandled = false;

  constructor(/** @type {number} */ status, /** @type {any} */ body, /** @type {number | null} */ retryAfter) {
    super(body.title ?? String(status));
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
  get title() { return this.body.title ?? this.message; }
  get detail() { return this.body.detail; }
  /** The document to draw now. */
  get next() { return this.body.next; }
  /** Violations by atom, in the order of the form. */
  get errors() { return Array.isArray(this.body.errors) ? this.body.errors : []; }
  /** Values that differ from the shown ones, in the order of the form. */
  get changes() { return Array.isArray(this.body.changes) ? this.body.changes : []; }
  /** True if a repeated request may get another response without a change by the person. */
  get isPassing() { return this.status === 429 || this.status >= 500; }
  /** The last segment of the problem's type. */
  get name() { return String(this.body.type ?? "").split("/").at(-1) ?? ""; }
  /** True if the idempotency key was used with another body. */
  get isKeyReused() { return this.name === "idempotency-key-reused"; }
  /** True if the same request is still in progress. */
  get isUnderWay() { return this.name === "under-way"; }
  /** The address of a newer client, which the person needs. */
  get update() { return this.status === 406 || this.status === 426 ? this.body.update : undefined; }
  /** True if the person may not sign. */
  get isLocked() { return this.name === "signing-locked"; }
  /**
   * True if the problem is shown as a page: locked signing, an unknown record, a wrong parameter.
   */
  get isPage() { return this.isLocked || /^40[034]$/.test(String(this.status)); }
  /** The violations as sentences, each with the caption of its field. */
  get findings() { return this.errors.map(sentenceOf); }
  /** The destinations in the problem: all members with a title and an address. */
  get leads() { return Object.values(this.body).filter((member) => member?.href && member?.title && !member.atoms); }
}

/** A violation as a sentence. Without a caption, its field is on the screen. */
export const sentenceOf = (/** @type {{ caption?: string, message?: string }} */ { caption = "", message = "" }) =>
  [caption, message].filter(Boolean).map(isolated).join(": ");

/** No response arrived. Whether the server received the request is unknown. */
export class NoAnswer extends Error {}
