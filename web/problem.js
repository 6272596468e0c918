/** An answer that refuses: what the server says of it, for people and for the client. */
export class Problem extends Error {
  constructor(status, body, retryAfter) {
    super(body.title ?? String(status));
    Object.assign(this, { status, body, retryAfter });
  }
  get title() { return this.body.title ?? this.message; }
  get detail() { return this.body.detail; }
  /** The document to draw now. */
  get next() { return this.body.next; }
  /** Violations by atom, in the order of the form. */
  get errors() { return Array.isArray(this.body.errors) ? this.body.errors : []; }
  /** Values that differ from what was shown, in the order of the form. */
  get changes() { return Array.isArray(this.body.changes) ? this.body.changes : []; }
  /** True if a repetition may be answered otherwise, without anything being changed. */
  get isPassing() { return this.status === 429 || this.status >= 500; }
  /** What it is called: the last segment of its type. */
  get name() { return String(this.body.type ?? "").split("/").at(-1); }
  /** True if the key of a tap was taken with another body before. */
  get isKeyReused() { return this.name === "idempotency-key-reused"; }
  /** True if the same tap is still being written. */
  get isUnderWay() { return this.name === "under-way"; }
  /** True if the person may not sign. */
  get isLocked() { return this.name === "signing-locked"; }
  /** True if a page of its own reports it: locked signing, an unknown record, a wrong parameter of an address. */
  get isPage() { return this.isLocked || /^40[034]$/.test(this.status); }
  /** Where else one may go: every member that says what it is and where. */
  get leads() { return Object.values(this.body).filter((member) => member?.href && member?.title && !member.atoms); }
}

/** No answer came: nobody knows whether the request has arrived. */
export class NoAnswer extends Error {}
