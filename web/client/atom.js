/** @typedef {Atom[] & { title?: any }} Item The atoms of an item, and its title. */
/** @typedef {{ secrets?: boolean, consents?: boolean, hasValues?: boolean }} Carried What is carried along. */

/** An atom as drawn: the newest state from the server, and the entered value. */
export class Atom {
  /**
   * Returns an error if the kind cannot read the typed text. The drawer of the kind sets it.
   * @type {undefined | (() => string | null)}
   */
  unreadable;
  /**
   * Shows an atom in an item of this list. The drawer of the kind sets it.
   * @type {undefined | ((atom: Atom) => void)}
   */
  reveal;

  constructor(/** @type {any} */ drawn, /** @type {any} */ tree, prefix = "", /** @type {Atom | null} */ list = null) {
    const { atoms, items, item, ...state } = drawn;
    this.tree = tree;
    this.list = list;
    this.id = drawn.id;
    this.kind = drawn.kind;
    this.prefix = prefix;
    this.path = prefix + drawn.id;
    this.state = state;
    /** The value, as sent. Null is sent only if the person has cleared the input. */
    this.value = drawn.value ?? null;
    this.isPreset = items && drawn.entered === false;
    /** True if the value follows other values and counts as not entered. It is not sent. */
    this.isFollowing = drawn.entered === false;
    /** True for an entry of the person. A value in the first drawing of an enabled atom is one. */
    this.isGiven = drawn.entered === true
      || (this.value !== null && drawn.enabled !== false && drawn.entered !== false);
    /** True if typed text is not committed yet. */
    this.isDirty = false;
    /** The id of an element that describes the atom in addition to its own texts. */
    this.about = null;
    /** True while an evaluation of the entered value is pending. */
    this.isAwaited = false;
    /** The tree's `revision` at the last entry; -1 before the first one. */
    this.editedAt = -1;
    /** The tree's `revision` when the items of the list last changed their places. */
    this.shiftedAt = -1;
    /** @type {Atom[] | undefined} */
    this.atoms = atoms?.map((/** @type {any} */ inner) => new Atom(inner, tree, prefix, list));
    this.template = item?.atoms;
    /**
     * The items: lists of atoms with a `title`, which is empty if the item has only its number.
     * @type {Item[]}
     */
    this.items = items?.map((/** @type {any} */ each, /** @type {number} */ index) =>
      this.makeItem(each.atoms, index, each.title));
    /** @type {Set<() => void>} */
    this.watchers = new Set();
  }

  get isInput() { return "value" in this.state || "required" in this.state; }
  get isSecret() { return this.state.type === "password" || this.state.type === "code"; }
  get isShown() { return this.state.shown !== false; }
  get isEnabled() { return this.state.enabled !== false; }
  get isEmpty() { return this.value === null || this.value === ""; }

  /**
   * The displayed value of an input or pair, or the number of items; null if the atom is
   * hidden.
   */
  get shown() {
    if (!this.isShown) return null;
    return this.items ? this.items.length : (this.isInput ? this.value : this.state.pair?.value) ?? null;
  }

  /** True if a list around the atom has other places than in a question of this revision. */
  isShifted(/** @type {number} */ revision) {
    /** @type {Atom | null | undefined} */
    let list = this.list;
    while (list && list.shiftedAt < revision) list = list.list;
    return Boolean(list);
  }

  /** Calls `act` now and after each change of the state. */
  watch(/** @type {any} */ act) {
    this.watchers.add(act);
    act();
  }

  changed() {
    for (const act of [...this.watchers]) act();
    this.tree.changed?.();
  }

  /** Sets the entered value, and removes the messages about the previous one. */
  enter(/** @type {any} */ value) {
    this.value = value;
    this.own();
    this.isDirty = true;
    // The last entered input of a circle decides. The others follow it.
    if (!this.isEmpty) for (const id of this.state.either ?? []) this.tree.at(this.prefix + id)?.follow();
    this.editedAt = this.tree.revision;
    this.state = { ...this.state, error: undefined, warning: undefined, note: undefined, normalized: undefined };
    this.tree.edited(this);
    this.changed();
  }

  /** Marks the value and the lists around it as entered. */
  own() {
    if (this.isPreset) this.editedAt = this.tree.revision;
    this.isGiven = true;
    this.isPreset = this.isFollowing = false;
    this.list?.own();
  }

  /** Marks the value as not entered: it follows another input. */
  follow() {
    this.isGiven = false;
    this.isFollowing = true;
    this.isDirty = false;
  }

  /** Shows an error if the kind cannot read the typed text. Returns true if there is an error. */
  tellUnreadable() {
    const message = this.unreadable?.();
    if (!message) return false;
    this.state = { ...this.state, error: { atom: this.path, message, value: this.value } };
    this.changed();
    return true;
  }

  /** Sets whether an evaluation of the entered value is pending. */
  awaits(/** @type {boolean} */ isAwaited) {
    if (this.isAwaited === isAwaited) return;
    this.isAwaited = isAwaited;
    this.changed();
  }

  warn(/** @type {any} */ warning) {
    this.state = { ...this.state, warning };
    this.changed();
  }

  /** Merges the atom's part of an evaluation. */
  merge(/** @type {any} */ state, /** @type {number} */ revision) {
    const { value, chosen, entered, ...rest } = state;
    const { value: before, state: { required, shown } } = this;
    this.state = { ...this.state, ...rest };
    const isNewer = this.isDirty || this.editedAt >= revision;
    if ("value" in state && !this.isSecret && !isNewer) this.take(value, this.isPreset || entered !== undefined);
    // A change effect of another atom has filled or cleared this value: treat it as an edit.
    if (entered !== undefined && !isNewer) {
      this.isGiven = entered;
      this.isFollowing = !entered;
      this.isPreset = this.items && !entered;
      this.tree.edited(this);
    }
    // The option belongs to the value. Keep a known one if the server cannot find it now.
    const isKnown = this.state.chosen?.value === this.value;
    if (!isNewer && (chosen || (chosen === null && !isKnown))) this.state.chosen = chosen;
    // Keep messages while the judged value is unchanged. They are not announced again.
    const stays = isSame(this.value, before) && this.state.required === required && this.state.shown === shown;
    for (const name of ["error", "warning", "note"]) {
      if (isNewer || (!(name in state) && !stays)) this.state[name] = undefined;
    }
    // The client's error about unreadable text is more precise.
    if (this.state.error && !isNewer) this.tellUnreadable();
    this.changed();
  }

  take(/** @type {any} */ value, /** @type {boolean} */ isGiven) {
    if (!this.items) { this.value = value; return; }
    const list = Array.isArray(value) ? value : [];
    this.items = list.map((given, index) => this.items[index] ?? this.makeItem(this.template, index));
    list.forEach((given, index) => {
      for (const inner of this.items[index].flatMap((atom) => [...atom.all()])) {
        if (isGiven && inner.list === this) inner.give(given[inner.id] ?? null);
        else if (inner.id in given && !inner.isDirty) inner.value = given[inner.id];
      }
    });
  }

  give(/** @type {any} */ value) {
    if (this.items) this.take(value, true);
    else Object.assign(this, { value, isGiven: value !== null && this.isEnabled, isFollowing: false, isDirty: false });
  }

  makeItem(/** @type {any} */ drawn, /** @type {number} */ index, /** @type {any} */ title) {
    const prefix = `${this.path}[${index}].`;
    return Object.assign(drawn.map((/** @type {any} */ inner) => new Atom(inner, this.tree, prefix, this)), { title });
  }

  /** Merges an item's part of an evaluation. */
  mergeItem(/** @type {number} */ index, /** @type {any} */ { title }, /** @type {number} */ revision) {
    const item = this.items?.[index];
    if (!item || (item.title ?? null) === title || this.editedAt >= revision) return;
    item.title = title;
    this.changed();
  }

  /** Appends a blank item. */
  add() { this.put([...this.items, this.makeItem(this.template, this.items.length)]); }

  /** Removes an item. The following items move up. */
  remove(/** @type {number} */ index) { this.replaceItems(this.items.filter((_, place) => place !== index)); }

  /** Inserts a copy of an item after it, without its secrets. */
  copy(/** @type {number} */ index) {
    this.replaceItems([...this.items.slice(0, index + 1), ...this.items.slice(index)], index + 1);
  }

  /** Moves an item to another index. The items between move by one. */
  move(/** @type {number} */ index, /** @type {number} */ target) {
    const items = this.items.toSpliced(index, 1);
    this.replaceItems(items.toSpliced(target, 0, this.items[index]));
  }

  replaceItems(/** @type {Item[]} */ items, /** @type {number | null} */ copied = null) {
    this.shiftedAt = this.tree.revision;
    this.put(items.map((item, index) => {
      const moved = this.makeItem(this.template, index, item.title);
      moved.forEach((/** @type {Atom} */ atom, /** @type {number} */ place) =>
        atom.carry(item[place], { secrets: index !== copied, consents: index !== copied }));
      return moved;
    }));
  }

  /** Sets the items, whose atoms have the paths of their places. */
  put(/** @type {any[]} */ items) {
    this.items = items;
    this.own();
    this.editedAt = this.tree.revision;
    this.state = { ...this.state, error: undefined };
    this.tree.edited(this);
    this.changed();
  }

  /** Copies the entries of an atom in another drawing, or of a moved or copied item. */
  carry(/** @type {Atom} */ other, /** @type {Carried} */ options = {}) {
    if (other.kind !== this.kind || (this.isSecret && !options.secrets)) return;
    if (this.kind === "consent" && options.consents === false) return;
    if (other.tree === this.tree) {
      const { state, value, isBlamed, heard } = /** @type {any} */ (other);
      Object.assign(this, { state: { ...this.state, ...state }, value, isBlamed, heard });
    }
    if (other.isGiven) Object.assign(this, { value: other.value, isGiven: true, isFollowing: false, isDirty: false });
    if (other.isGiven && other.state.chosen) this.state.chosen = other.state.chosen;
    this.atoms?.forEach((inner) => {
      const before = other.atoms?.find((each) => each.id === inner.id);
      if (before) inner.carry(before, options);
    });
    // Fixed items of a tree with values have their own values, and the records can differ.
    if (this.items && other.items && other.isGiven && !(options.hasValues && this.state.fixed)) {
      this.items = other.items.map((item, index) => {
        const made = this.makeItem(this.template, index, item.title);
        made.forEach((/** @type {Atom} */ inner) => {
          const before = item.find((each) => each.id === inner.id);
          if (before) inner.carry(before, options);
        });
        return made;
      });
      this.own();
    }
  }

  /**
   * Iterates over this atom and all atoms in it.
   * @returns {Generator<Atom>}
   */
  *all() {
    yield this;
    for (const inner of this.atoms ?? []) yield* inner.all();
    for (const item of this.items ?? []) for (const inner of item) yield* inner.all();
  }

  /**
   * Adds the values to send for this atom to `values`: those of hidden, disabled and computed inputs
   * too, unless `computed` is false. Rows that the server computes are left out.
   */
  collect(/** @type {any} */ values, /** @type {{ secrets?: boolean, computed?: boolean }} */ options = {}) {
    const { secrets = true, computed = true } = options;
    if (this.atoms) {
      for (const inner of this.atoms) inner.collect(values, options);
    } else if (this.items) {
      if (this.state.computed || this.isPreset || (!this.items.length && !this.isGiven)) return;
      // The values of fixed items identify the record.
      const inside = this.state.fixed ? { ...options, computed: true } : options;
      values[this.id] = this.items.map((item) => {
        const each = {};
        for (const inner of item) inner.collect(each, inside);
        return each;
      });
    } else if (this.isInput && (secrets || !this.isSecret)) {
      if (this.isGiven || (computed && this.value !== null && !this.isFollowing)) values[this.id] = this.value;
    }
  }
}

/** Returns true for equal values; the values of several chosen options are lists. */
const isSame = (/** @type {any} */ a, /** @type {any} */ b) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));
