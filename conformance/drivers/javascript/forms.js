/**
 * Performs the steps of a form case with the client's own form, without a network. README.md
 * describes the steps and their results.
 */

/** Lets all pending promises of the client run. */
const rest = () => new Promise((done) => { setImmediate(() => setImmediate(done)); });

/** A form and the requests that it has sent. */
class Bench {
  questions = [];
  taps = [];
  keys = [];
  isHidden = false;
  /** The requests and results of the present step. */
  found = {};

  constructor(client, tree) {
    this.client = client;
    const stored = new Map();
    const store = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
    const session = { isOpen: true, user: "kit", token: "kit" };
    const host = { ...client.ALWAYS, isVisible: () => !this.isHidden };
    const connection = Object.assign(new client.Connection({ session, kinds: [], client: "kit/1.0", host }), {
      ask: (lead, sent = {}) => this.sent(lead, sent),
    });
    const sent = new client.Sent(store, session);
    this.form = new client.FormSession(connection, { sent, drafts: { edited() {}, leave() {} } });
    this.form.draw(new client.Tree(tree));
  }

  /** Records a request. Returns the promise that a later step fulfils. */
  sent(lead, { body, key }) {
    return new Promise((resolve, reject) => {
      const isQuestion = lead.href === this.form.tree.head.evaluate?.href;
      const record = { body, resolve, reject };
      if (isQuestion) {
        this.questions.push(record);
        const { revision, ...said } = body;
        (this.found.asks ??= []).push(said);
        return;
      }
      this.taps.push(record);
      if (key && !this.keys.includes(key)) this.keys.push(key);
      const { method = "GET", href } = lead;
      (this.found.sends ??= []).push({ method, href, key: key ? this.keys.indexOf(key) + 1 : null, body: body ?? null });
    });
  }

  at(path) {
    const atom = this.form.tree.at(path);
    if (!atom) throw new Error(`no atom ${path}`);
    return atom;
  }

  /** The members of an atom as the client shows them. */
  shown(path) {
    const atom = this.form.tree.at(path);
    if (!atom) return null;
    const { state, value, items } = atom;
    return { ...state, shown: atom.isShown, enabled: atom.isEnabled, value: items ? items.length : value,
      error: state.error ?? null, warning: state.warning ?? null, note: state.note ?? null };
  }

  /** Ends a request with a response. */
  respond({ resolve, reject }, { status = 200, body = {}, retryAfter = null }) {
    if (status === 0) reject(new this.client.NoAnswer("kit"));
    else if (status < 400) resolve(body);
    else reject(new this.client.Problem(status, body, retryAfter));
  }

  steps = {
    enter: ({ at, value }) => this.at(at).enter(value),
    leave: (path) => this.form.committed(this.at(path)),
    choose: ({ at, value }) => {
      this.at(at).enter(value);
      this.form.committed(this.at(at));
    },
    add: (path) => {
      this.at(path).add();
      this.form.committed(this.at(path));
    },
    remove: ({ at, index }) => {
      this.at(at).remove(index);
      this.form.committed(this.at(at));
    },
    fill: (values) => this.form.fill(values),
    tap: (path) => {
      const atom = this.at(path);
      if (atom.kind === "command") return this.form.evaluation.tap(atom);
      this.form.settled().then(() => this.form.send(atom)).catch((fault) => {
        this.fault = fault;
        if (fault.errors?.length) this.form.tree.blame(fault.errors);
      });
    },
    answer: ({ to, ...answer }) => {
      const question = this.questions[to - 1];
      question.resolve({ revision: question.body.revision, atoms: {}, ...answer });
    },
    fail: ({ to, ...response }) => this.respond(this.questions[to - 1], { status: 0, ...response }),
    respond: ({ to, ...response }) => this.respond(this.taps[to - 1], response),
    redraw: (tree) => this.form.replace(tree),
    wait: (seconds) => new Promise((done) => { setTimeout(done, seconds * 1000); }),
    hide: (isHidden) => { this.isHidden = isHidden; },
    look: (paths) => { this.found.shows = Object.fromEntries(paths.map((path) => [path, this.shown(path)])); },
    values: () => { this.found.values = this.form.tree.values(); },
    entries: () => { this.found.entries = this.form.tree.entries(); },
    displayed: () => { this.found.displayed = this.form.tree.shown(); },
  };

  /** Performs a step, an object with one member. Returns what it has caused. */
  async perform(step) {
    const [[name, argument]] = Object.entries(step);
    if (!this.steps[name]) throw new Error(`unknown step ${name}`);
    this.found = {};
    // The promise of `tap` ends with the response, which is a later step.
    if (name === "wait") await this.steps.wait(argument);
    else this.steps[name](argument);
    await rest();
    return this.found;
  }
}

/** Performs all steps of a case on a new form. */
export async function form(client, { tree, steps }) {
  const bench = new Bench(client, tree);
  const results = [];
  try {
    for (const step of steps) results.push(await bench.perform(step));
    return { steps: results };
  } finally {
    bench.form.close();
  }
}
