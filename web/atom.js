/** One atom as it is drawn: what the server last said of it, and what the person has entered. */
export class Atom {
  constructor(drawn, tree, prefix = "") {
    const { atoms, items, item, ...state } = drawn;
    this.tree = tree;
    this.id = drawn.id;
    this.kind = drawn.kind;
    this.prefix = prefix;
    this.path = prefix + drawn.id;
    this.state = state;
    /** The entered value, as it is sent. A value that the server drew first counts as entered and is sent again, unless `entered`
     * is false, which marks a preset that follows other values. Null is sent only if `entered` is true: the input was cleared. */
    this.value = drawn.value ?? null;
    this.isGiven = drawn.entered === true || (this.value !== null && drawn.enabled !== false && drawn.entered !== false);
    /** True if something was typed that no evaluation knows of. */
    this.isDirty = false;
    /** The id of the element that tells more of it than its own texts. */
    this.about = null;
    /** True while the server is asked about what was entered. */
    this.isAwaited = false;
    /** The newest evaluation that was asked when the value was last changed. */
    this.editedAt = -1;
    this.atoms = atoms?.map((inner) => new Atom(inner, tree, prefix));
    this.template = item?.atoms;
    this.items = items?.map((each, index) => this.makeItem(each.atoms, index));
    this.watchers = new Set();
  }

  get isInput() { return "value" in this.state || "required" in this.state; }
  get isSecret() { return this.state.type === "password" || this.state.type === "code"; }
  get isShown() { return this.state.shown !== false; }
  get isEnabled() { return this.state.enabled !== false; }
  get isEmpty() { return this.value === null || this.value === ""; }

  /** The value that is drawn: the value of an input or of a pair, the count of items; null while nothing is drawn. */
  get shown() {
    if (!this.isShown) return null;
    return this.items ? this.items.length : (this.isInput ? this.value : this.state.pair?.value) ?? null;
  }

  /** Calls `act` now and whenever the state changes. */
  watch(act) {
    this.watchers.add(act);
    act();
  }

  changed() {
    for (const act of [...this.watchers]) act();
    this.tree.changed?.();
  }

  /** Takes what the person has entered; what was wrong with what stood there before is no longer told. */
  enter(value) {
    this.value = value;
    this.isGiven = true;
    this.isDirty = true;
    this.editedAt = this.tree.revision;
    this.state = { ...this.state, error: undefined, warning: undefined, note: undefined, normalized: undefined };
    this.tree.edited(this);
    this.changed();
  }

  /** Tells what cannot be read in what was typed, where the kind's drawing says so; answers whether there is something. */
  tellUnreadable() {
    const message = this.unreadable?.();
    if (!message) return false;
    this.state = { ...this.state, error: { atom: this.path, message, value: this.value } };
    this.changed();
    return true;
  }

  /** Says whether the server is being asked about what was entered. */
  awaits(isAwaited) {
    if (this.isAwaited === isAwaited) return;
    this.isAwaited = isAwaited;
    this.changed();
  }

  /** Shows a warning. */
  warn(warning) {
    this.state = { ...this.state, warning };
    this.changed();
  }

  /** Merges what the server says of the atom in the answer to an evaluation. */
  merge(state, revision) {
    const { value, chosen, entered, ...rest } = state;
    const { value: before, state: { required, shown } } = this;
    this.state = { ...this.state, ...rest };
    const isNewer = this.isDirty || this.editedAt >= revision;
    if ("value" in state && !this.isSecret && !isNewer) this.take(value);
    // A change of another atom has filled or cleared this one, as the person might have done.
    if (entered !== undefined && !isNewer) {
      this.isGiven = entered;
      this.tree.edited(this);
    }
    // The option goes with the value. One that is known stays if the server cannot find it now.
    const isKnown = this.state.chosen?.value === this.value;
    if (!isNewer && (chosen || (chosen === null && !isKnown))) this.state.chosen = chosen;
    // A violation stays as long as the judged value, and is not announced again.
    const stays = this.value === before && this.state.required === required && this.state.shown === shown;
    for (const name of ["error", "warning", "note"]) {
      if (isNewer || (!(name in state) && !stays)) this.state[name] = undefined;
    }
    // The server knows less about a text that cannot be read.
    if (this.state.error && !isNewer) this.tellUnreadable();
    this.changed();
  }

  take(value) {
    if (!this.items) { this.value = value; return; }
    const list = Array.isArray(value) ? value : [];
    this.items = list.map((given, index) => this.items[index] ?? this.makeItem(this.template, index));
    list.forEach((given, index) => {
      for (const inner of this.items[index].flatMap((atom) => [...atom.all()])) {
        if (inner.id in given && !inner.isDirty) inner.value = given[inner.id];
      }
    });
  }

  makeItem(drawn, index) { return drawn.map((inner) => new Atom(inner, this.tree, `${this.path}[${index}].`)); }

  /** Puts a blank item behind the others. */
  add() { this.replaceItems([...this.items, this.makeItem(this.template, this.items.length)]); }

  /** Takes an item away; those behind it move up. */
  remove(index) { this.replaceItems(this.items.filter((_, place) => place !== index)); }

  replaceItems(items) {
    this.items = items.map((item, index) => {
      const moved = this.makeItem(this.template, index);
      moved.forEach((atom, place) => atom.carry(item[place], { secrets: true }));
      return moved;
    });
    this.isGiven = true;
    this.editedAt = this.tree.revision;
    this.state = { ...this.state, error: undefined };
    this.tree.edited(this);
    this.changed();
  }

  /** Takes over what was entered in an atom of another drawing. */
  carry(other, options = {}) {
    if (other.kind !== this.kind || (this.isSecret && !options.secrets)) return;
    if (other.tree === this.tree) {
      const { state, isBlamed, heard } = other;
      Object.assign(this, { state: { ...this.state, ...state }, isBlamed, heard });
    }
    if (other.isGiven) Object.assign(this, { value: other.value, isGiven: true, isDirty: false });
    if (other.isGiven && other.state.chosen) this.state.chosen = other.state.chosen;
    this.atoms?.forEach((inner) => {
      const before = other.atoms?.find((each) => each.id === inner.id);
      if (before) inner.carry(before, options);
    });
    // Records may be others by now: in a tree with values each has its own already.
    if (this.items && other.items && other.isGiven && !(options.hasValues && this.state.fixed)) {
      this.items = other.items.map((item, index) => {
        const made = this.makeItem(this.template, index);
        made.forEach((inner) => {
          const before = item.find((each) => each.id === inner.id);
          if (before) inner.carry(before, options);
        });
        return made;
      });
      this.isGiven = true;
    }
  }

  /** This atom and all that stand in it. */
  *all() {
    yield this;
    for (const inner of this.atoms ?? []) yield* inner.all();
    for (const item of this.items ?? []) for (const inner of item) yield* inner.all();
  }

  /** Adds what is sent of this atom to an object of values. */
  collect(values, { isFixed = false, secrets = true } = {}) {
    if (this.atoms) {
      for (const inner of this.atoms) inner.collect(values, { isFixed, secrets });
    } else if (this.items) {
      // The server works computed rows out by itself.
      if (this.state.computed) return;
      const fixed = this.state.fixed === true;
      if (!this.items.length && !this.isGiven) return;
      values[this.id] = this.items.map((item) => {
        const each = {};
        for (const inner of item) inner.collect(each, { isFixed: fixed, secrets });
        return each;
      });
    } else if (this.isInput && (secrets || !this.isSecret)) {
      // A value that was not entered comes from the server; in a list of records it identifies the record.
      if (this.isGiven || (isFixed && !this.isEnabled && this.value !== null)) values[this.id] = this.value;
    }
  }
}
