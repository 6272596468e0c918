import { Atom } from "./atom.js";

/** The address that restores a tree: its draft, or its flow, whose steps have no draft. */
export const placeOf = (/** @type {any} */ { draft, flow }) => draft?.href.split("?")[0] ?? flow?.href;

/** An operation as drawn: its atoms, with the evaluations merged into them. */
export class Tree {
  /**
   * The person to whom the entries belong.
   * @type {string | undefined}
   */
  owner;
  /**
   * The address from which the form was opened.
   * @type {string | undefined}
   */
  source;
  /** True after the form was left or sent. */
  isLeft = false;

  constructor(/** @type {any} */ drawn) {
    const { atoms, ...head } = drawn;
    this.head = head;
    /** The number of the newest evaluation. */
    this.revision = 0;
    /** The number of the newest merged evaluation. */
    this.merged = 0;
    /** True if the person has entered something. A draft contains entries. */
    this.isTouched = Boolean(head.draft?.etag);
    this.listeners = new Set();
    /** @type {Atom[]} */
    this.atoms = atoms.map((/** @type {any} */ each) => new Atom(each, this));
    /** The last values that the server and this form had in common. */
    this.base = head.draft ? this.entries() : {};
    /** The entity tag of the draft that this form last read or stored. */
    this.draftTag = head.draft?.etag;
  }

  get version() { return this.head.version; }

  /** The address that restores the form; undefined if it has neither a draft nor a flow. */
  get place() { return placeOf(this.head); }

  *all() { for (const atom of this.atoms) yield* atom.all(); }

  at(/** @type {string} */ path) {
    for (const atom of this.all()) if (atom.path === path) return atom;
    return undefined;
  }

  /** True if an atom and the groups and items around it are shown. */
  isSeen(/** @type {any} */ atom) {
    /** @type {(atoms: Atom[]) => boolean} */
    const inside = (atoms) => atoms.some((each) =>
      each.isShown && (each === atom || inside(each.atoms ?? []) || (each.items ?? []).some(inside)));
    return inside(this.atoms);
  }

  /** True if the form has a button or an enabled input. Otherwise it is a result or a page to read. */
  get goesOn() {
    return [...this.all()].some((atom) => atom.kind === "button" || (atom.isInput && atom.isEnabled));
  }

  /** True if the form has an enabled input. */
  get isEntered() { return [...this.all()].some((atom) => atom.isInput && atom.isEnabled); }

  /** True if leaving the form would lose entries. */
  get hasEntries() {
    if (!this.isTouched || this.isLeft) return false;
    const given = [...this.all()].filter((atom) =>
      atom.isInput && !atom.items && atom.isEnabled && !atom.isSecret && atom.isGiven);
    const typed = given.filter((atom) => atom.editedAt >= 0);
    // Values carried over from another drawing were typed there.
    return (typed.length ? typed : given).some((atom) => !atom.isEmpty);
  }

  /** Shows the errors of visible atoms with unreadable text, and returns these atoms. */
  tellUnreadable() {
    return [...this.all()].filter((each) => this.isSeen(each) && each.isEnabled && each.tellUnreadable());
  }

  /** Shows that restored values need a check. */
  doubt(/** @type {{ atom: string, message: string }[]} */ doubtful) {
    for (const { atom, message } of doubtful) {
      const place = this.at(atom);
      if (!place) continue;
      place.state = { ...place.state, warning: place.state.warning ?? { message } };
      place.changed();
    }
  }

  /** All values to send, possibly without secrets. */
  values(/** @type {{ secrets?: boolean, computed?: boolean }} */ options = {}) {
    const values = {};
    for (const atom of this.atoms) atom.collect(values, options);
    return values;
  }

  /** The entries of the person that may be stored: without secrets. */
  entries() { return this.values({ secrets: false, computed: false }); }

  /**
   * The displayed values of the atoms that depend on answers, facts or the clock, by path. The
   * server compares them with the values to store.
   */
  shown() {
    const drawn = [...this.all()].filter((atom) => atom.state.live && (atom.isInput || "pair" in atom.state));
    return Object.fromEntries(drawn.map((atom) => [atom.path, atom.shown]));
  }

  /** Copies the entries of an earlier drawing of the same operation. */
  carry(/** @type {any} */ other, /** @type {any} */ options) {
    for (const atom of this.atoms) {
      const before = other.atoms.find((/** @type {Atom} */ each) => each.id === atom.id);
      if (before) atom.carry(before, options);
    }
    this.isTouched = other.isTouched;
  }

  /** Restores values of another drawing. */
  fill(/** @type {any} */ values) {
    for (const atom of this.all()) {
      if (atom.prefix || atom.atoms || !(atom.id in values) || !atom.isEnabled) continue;
      atom.take(values[atom.id], !atom.state.fixed);
      atom.own();
    }
    this.isTouched = true;
  }

  edited(/** @type {any} */ atom) {
    this.isTouched = true;
    for (const act of this.listeners) act(atom);
  }

  /**
   * Merges an evaluation, lists before the atoms of their items. Returns false for an evaluation
   * that is older than a merged one.
   */
  merge(/** @type {Record<string, any>} */ states, /** @type {number} */ revision) {
    if (revision <= this.merged) return false;
    this.merged = revision;
    const depth = (/** @type {string} */ path) => path.split("[").length;
    const paths = Object.keys(states).sort((one, other) => depth(one) - depth(other));
    let level = 0, found = /** @type {Map<string, Atom>} */ (new Map());
    for (const path of paths) {
      // A list may have other items since the states of the lists around were merged.
      if (depth(path) !== level) {
        [level, found] = [depth(path), new Map([...this.all()].map((atom) => [atom.path, atom]))];
      }
      const [, list, index] = /^(.*)\[(\d+)\]$/.exec(path) ?? [];
      const atom = found.get(list ?? path);
      if (!atom || atom.isShifted(revision) || (list && atom.shiftedAt >= revision)) continue;
      if (list) atom.mergeItem(Number(index), states[path], revision);
      else atom.merge(states[path], revision);
    }
    for (const act of this.listeners) act(null);
    return true;
  }

  /**
   * Shows violations at their atoms. Returns those atoms in the order of the form, and the
   * violations without an atom.
   */
  blame(/** @type {any[]} */ errors) {
    const blamed = new Map(errors.map((error) => [error.atom, error]));
    const found = [];
    for (const atom of this.all()) {
      const error = blamed.get(atom.path);
      if (error) blamed.delete(atom.path);
      if (error || atom.state.error) {
        atom.state = { ...atom.state, error };
        atom.changed();
      }
      if (error) found.push(atom);
    }
    return { found, others: [...blamed.values()] };
  }
}
