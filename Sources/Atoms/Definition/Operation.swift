import Conditions
import JSON

/// An interface for one action in the bank, compiled: nothing about it can fail any more.
///
/// Values stand in slots: first the atoms' in tree order, then the answers of look-ups, then the facts of the caller.
package final class Operation: Sendable {
  /// The id, such as `pp.quick`.
  package let id: String
  /// Tells definitions apart: equal versions are equal in all that decides.
  package let version: String
  /// What the person reads above the form.
  package let title: LocalizedText
  /// The name of what a submission does; nil where it only shows.
  package let effect: String?
  /// How submissions are signed; nil where they are not.
  package let sign: String?
  /// From when on what is signed carries the next business day, in minutes from midnight; nil where the bank decides.
  package let cutOff: Int?
  /// How long the values of its signed submissions are kept; nil where it has no effect.
  package let keeping: Keeping?
  /// Whether the bank's core carries it out, whatever the bank does with other operations.
  package let isFed: Bool
  /// Which submissions are signed; nil where all are.
  let signIf: Condition?
  /// Whether it is for nobody in particular: drawn and sent without a token, and without knowing a person.
  package let isPublic: Bool
  /// What comes after it, as it is written; nil where that is not said.
  package let next: SourceNode?
  /// The oldest clients that it is made for.
  package let minimumClient: MinimumClient
  /// How much one person may send by it in one day, for each currency that is limited.
  package let dailyLimits: [DailyLimit]
  /// The kinds of its atoms.
  let kinds: KindSet
  /// Whether any atom is too new for some clients.
  let hasMinimums: Bool
  /// The atoms in tree order.
  package let atoms: [Atom]
  let lookups: [LookupCall]
  let facts: [String]
  let graph: DependencyGraph
  /// For each atom, what a change of it alone reaches; nil for what is worked out when it is asked for, because all of
  /// it together would be too much to keep.
  private let affected: [AffectedAtoms?]
  /// What a question for all atoms asks for.
  let everything: AffectedAtoms
  /// The values by slot before anything is posted.
  let presets: [Value]
  /// For each place the next input beside it: outside of items, or in items of the same repeat.
  let nextInputs: [Int?]
  /// The first input outside of items.
  let firstInput: Int?
  /// The templates of the repeats' items, in tree order.
  let templates: [ItemTemplate]
  /// Buffers for evaluations to work in.
  let workspaces: Workspaces
  /// Whether any condition reads today's date.
  package let readsClock: Bool
  private let slots: [String: Int]
  /// The atoms' static members for each language, rendered once.
  let drawings: Drawings

  init(
    id: String, version: String, title: LocalizedText, effect: String?, sign: String?, atoms: [Atom],
    lookups: [LookupCall], facts: [String], graph: DependencyGraph, readsClock: Bool,
    minimumClient: MinimumClient = MinimumClient(), dailyLimits: [DailyLimit] = [], cutOff: Int? = nil,
    isFed: Bool = false, signIf: Condition? = nil, isPublic: Bool = false, keeping: Keeping? = nil,
    next: SourceNode? = nil
  ) {
    (self.next, self.keeping) = (next, keeping)
    (self.id, self.version, self.title) = (id, version, title)
    (self.effect, self.sign) = (effect, sign)
    (self.cutOff, self.isFed) = (cutOff, isFed)
    (self.signIf, self.isPublic) = (signIf, isPublic)
    (self.atoms, self.lookups, self.facts, self.graph) = (atoms, lookups, facts, graph)
    self.minimumClient = minimumClient
    self.dailyLimits = dailyLimits
    kinds = atoms.reduce(into: []) { $0.formUnion($1.kindSet) }
    hasMinimums = atoms.contains { !$0.minimumClient.isEmpty }
    slots = Self.slots(of: atoms)
    templates = atoms.compactMap(\.template)
    (nextInputs, firstInput) = Self.chained(atoms)
    drawings = Drawings(of: atoms)
    self.readsClock = readsClock || signIf?.reads.readsClock == true
    var room = Self.mostKept
    affected = atoms.indices.map { place in
      guard room > 0 else { return nil }
      let affected = AffectedAtoms([place], in: graph, atoms: atoms.count)
      room -= affected.size
      return affected
    }
    presets = atoms.map(\.preset) + Array(repeating: .null, count: lookups.count + facts.count)
    workspaces = Workspaces(values: presets, repeats: templates.count)
    everything = AffectedAtoms(everyOneOf: atoms.count, in: graph)
  }

  /// An operation like that one, whose atoms have other ids and captions.
  init(like shape: Operation, version: String, title: LocalizedText, atoms: [Atom]) {
    (id, self.version, self.title) = (shape.id, version, title)
    (effect, sign, signIf, next) = (shape.effect, shape.sign, shape.signIf, shape.next)
    (cutOff, isFed, isPublic, keeping) = (shape.cutOff, shape.isFed, shape.isPublic, shape.keeping)
    (minimumClient, dailyLimits) = (shape.minimumClient, shape.dailyLimits)
    (kinds, hasMinimums, readsClock) = (shape.kinds, shape.hasMinimums, shape.readsClock)
    (self.atoms, lookups, facts, graph) = (atoms, shape.lookups, shape.facts, shape.graph)
    (affected, everything, presets) = (shape.affected, shape.everything, shape.presets)
    (nextInputs, firstInput, templates) = (shape.nextInputs, shape.firstInput, shape.templates)
    workspaces = shape.workspaces
    slots = Self.slots(of: atoms)
    drawings = Drawings(of: atoms)
  }

  private static func slots(of atoms: [Atom]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: atoms.enumerated().filter { $1.position.owner == nil }.map { ($1.id, $0) })
  }

  private static func chained(_ atoms: [Atom]) -> ([Int?], first: Int?) {
    var following = [Int?](repeating: nil, count: atoms.count)
    var next: [Int?: Int] = [:]
    for place in atoms.indices.reversed() {
      let owner = atoms[place].position.owner
      following[place] = next[owner]
      if atoms[place].input != nil { next[owner] = place }
    }
    return (following, next[nil])
  }

  /// How many nodes the lists of what changes reach may have together.
  private static let mostKept = 1_000_000

  /// The place of the atom of that id, outside of items.
  ///
  /// Ids are short and ASCII: no other text is hashed, which would take time by its length.
  package func place(of id: String) -> Int? { id.mayBeIdentifier ? slots[id] : nil }

  /// The atom of a path such as `lines[3].amount`, whatever the indexes in it.
  package func atom(at path: String) -> Atom? {
    var found: Atom?
    for (number, word) in path.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
      let id = String(word.prefix { $0 != "[" })
      let place = number == 0 ? place(of: id) : found?.template?.place(of: id)
      guard let place else { return nil }
      found = atoms[place]
    }
    return found
  }

  /// The place of the atom of that id in items of the repeat at a place.
  package func place(of id: String, insideRepeatAt place: Int) -> Int? { atoms[place].template?.place(of: id) }

  /// What the groups around the atom at that place are called, the outermost first: those of its item, where it stands
  /// in one.
  package func groupCaptions(aroundAtomAt place: Int) -> [LocalizedText] {
    let owner = atoms[place].position.owner
    let around = sequence(first: place) { self.atoms[$0].position.parent }.dropFirst().prefix { $0 != owner }
    return around.compactMap { atoms[$0].caption }.reversed()
  }

  /// The atom's id behind those of the repeats that it stands in, as `lines.amount`.
  package func path(of atom: Atom) -> String {
    let owner = atom.position.owner.flatMap { atoms[$0].template }
    return ((owner?.names ?? []) + [atom.id]).joined(separator: ".")
  }

  /// The slot of the `index`-th fact.
  var firstFact: Int { atoms.count + lookups.count }

  /// What a change of the atom at that place reaches.
  private func affected(by place: Int) -> AffectedAtoms {
    affected[place] ?? AffectedAtoms([place], in: graph, atoms: atoms.count)
  }

  /// What a change of the atoms of these paths reaches, and the changes one by one where one is in an item; what is the
  /// path of no atom reaches nothing.
  func affected(by changed: [String]) -> (AffectedAtoms, [ChangedAtom]) {
    if changed.count == 1, let place = place(of: changed[0]) { return (affected(by: place), []) }
    // Each atom's reach is worked out once, however many items it changed in.
    var known: [Int: AffectedAtoms] = [:]
    let changes = changed.compactMap { path -> ChangedAtom? in
      guard let (place, indexes) = place(atPath: path) else { return nil }
      let reach = known[place] ?? affected(by: place)
      known[place] = reach
      return ChangedAtom(place: place, indexes: indexes, affected: reach)
    }
    let all =
      changes.count == 1
      ? changes[0].affected : AffectedAtoms(changes.map(\.place), in: graph, atoms: atoms.count)
    return (all, changes.contains { !$0.indexes.isEmpty } ? changes : [])
  }

  /// The atom of a path such as `lines[3].amount`, and the indexes in it.
  private func place(atPath text: String) -> (place: Int, indexes: [Int])? {
    if let place = place(of: text) { return (place, []) }
    guard let path = WrittenPath(text) else { return nil }
    var template: ItemTemplate?
    for item in path.items {
      let place = template == nil ? self.place(of: String(item.id)) : template?.place(of: String(item.id))
      guard let place, let next = atoms[place].template else { return nil }
      template = next
    }
    guard let template, let place = template.place(of: String(path.id)) else { return nil }
    return (place, path.items.map(\.index))
  }
}

extension Operation {
  /// A form like this one with another version, title, ids and captions, these in the order of the atoms: for forms that
  /// the server builds again and again, whose atoms stand for themselves. Their texts stay as they are, whatever is in
  /// them, and nothing is compiled.
  package func reworded(
    version: String, title: LocalizedText, atoms wordings: [(id: String, caption: LocalizedText)]
  ) -> Operation {
    precondition(wordings.count == atoms.count && lookups.isEmpty && facts.isEmpty, "\(id): not a form of this shape")
    let atoms = zip(atoms, wordings).map { atom, wording in
      Atom(
        AtomParts(
          id: wording.id, kind: atom.kind, caption: Wording(wording.caption), isOptional: atom.isOptional,
          position: atom.position), notify: atom.notify)
    }
    return Operation(like: self, version: version, title: title, atoms: atoms)
  }
}
