import Conditions
package import Texts
package import SourceText
import JSON

/// A form for one action in the bank, compiled: evaluations of it cannot fail.
///
/// Values have slots, in this order: the atoms in tree order, the answers of lookups, the values that `define` names,
/// the facts about the caller.
///
///     let operation = try OperationCompiler.compile(root, version: "1", with: vocabulary)
///     let amount = operation.atom(at: "lines[3].amount")
///     amount.map(operation.path)  // "lines.amount"
package final class Operation: Sendable {
  /// The id, such as `pp.quick`.
  package let id: String
  /// The version of the definition; two definitions with the same version mean the same.
  package let version: String
  /// The title above the form.
  package let title: LocalizedText
  /// The name of the effect of a submission; nil if the operation only shows something.
  package let effect: String?
  /// The declaration of the system of the bank that carries submissions out; nil if no such system does.
  package let delivery: (any SystemQuery)?
  /// The way to sign submissions, `matrix` or `code`; nil if they are not signed.
  package let sign: String?
  /// The cut-off time in minutes from midnight; nil if the bank decides.
  ///
  /// A submission signed at that time or later carries the next business day.
  package let cutOff: Int?
  /// The retention of the values of signed submissions; nil without an effect.
  package let keeping: RetentionRule?
  /// True if the bank's core carries the operation out, regardless of the other operations.
  package let isFed: Bool
  /// The condition for a submission to be signed; nil if all are.
  let signIf: Condition?
  /// True if clients get and send the operation without a token, so that it knows no person.
  package let isPublic: Bool
  /// The definition of what comes after the operation, not yet compiled; nil if there is none.
  package let next: SourceNode?
  /// The references that taps on its buttons and links follow, as they are written.
  package let links: [SourceNode]
  /// The oldest clients that the operation is made for.
  package let minimumClient: MinimumClient
  /// The maximums that one person may send by the operation in one day, one for each limited currency.
  package let dailyLimits: [DailyLimit]
  /// The kinds of the atoms.
  let kinds: KindSet
  /// True if an atom is too new for some clients.
  let hasMinimums: Bool
  /// The atoms in tree order.
  package let atoms: [Atom]
  let lookups: [LookupCall]
  /// The values that `define` names.
  let values: [NamedValue]
  let facts: [Fact]
  let graph: DependencyGraph
  /// The places of the atoms whose change clears or fills others, each before those that it changes.
  let changeEffectOrder: [Int]
  /// The queries of the bank's systems that evaluations may make; empty for most operations.
  package let queries: [any SystemQuery]
  /// The picture that clients draw; nil without one.
  package let icon: Icon?
  /// The tables that it looks up in, or offers the rows of.
  package let tables: [DataTable]
  /// True if a condition calls a verification that a system of the bank makes.
  let asksVerifications: Bool
  /// True if a submission compares what a client has reported of some atom.
  let comparesShown: Bool
  /// True if it compares posted values where a client has reported nothing.
  let comparesPosted: Bool
  /// For each atom, true if its state may depend on a query; empty without queries.
  private let uncertain: [Bool]
  /// The effects of a change of each atom alone.
  private let effects: KnownEffects
  /// The effect for a question that asks for all atoms.
  let everything: AffectedAtoms
  /// The values by slot before anything is posted.
  let presets: [Value]
  /// For each place, the next input at the same level: outside of items, or in items of the same repeat.
  let nextInputs: [Int?]
  /// The place of the first input outside of items.
  let firstInput: Int?
  /// The templates of the repeats' items, in tree order.
  let templates: [ItemTemplate]
  /// The buffers that evaluations work in.
  let workspaces: Workspaces
  /// The parts of the world that conditions and expressions read.
  let ambient: Ambient
  /// True if evaluations look at nothing but what was posted, tables of the definitions, the date and the calendar: they have no facts,
  /// and ask no directory and no system.
  package let isSelfContained: Bool
  /// True if a condition or expression reads today's date.
  package var readsClock: Bool { ambient.contains(.clock) }
  private let places: PlacesByID
  /// The same for an operation of few atoms: comparing some short texts is quicker than hashing one; else empty.
  private let outerIDs: [(id: String, place: Int)]
  /// The static members of the atoms for each language, rendered once.
  let drawings: Drawings

  init(
    id: String, version: String, title: LocalizedText, effect: String?,
    delivery: (any SystemQuery)? = nil, sign: String?, atoms: [Atom], lookups: [LookupCall],
    values: [NamedValue] = [], facts: [Fact], graph: DependencyGraph, ambient: Ambient,
    minimumClient: MinimumClient = MinimumClient(), dailyLimits: [DailyLimit] = [], cutOff: Int? = nil,
    isFed: Bool = false, signIf: Condition? = nil, isPublic: Bool = false, keeping: RetentionRule? = nil,
    next: SourceNode? = nil, links: [SourceNode] = [], queries: OperationQueries = OperationQueries(),
    tables: [DataTable] = [], changeEffectOrder: [Int] = [], icon: Icon? = nil
  ) {
    (self.links, self.tables, self.changeEffectOrder) = (links, tables, changeEffectOrder)
    self.icon = icon
    (self.next, self.keeping) = (next, keeping)
    (self.queries, asksVerifications) = (queries.all, queries.asksVerifications)
    uncertain = queries.reach(in: graph, atoms: atoms.count)
    (comparesShown, comparesPosted) = (atoms.contains(where: \.isCompared), atoms.contains(where: \.isAnswered))
    (self.id, self.version, self.title) = (id, version, title)
    (self.effect, self.delivery, self.sign) = (effect, delivery, sign)
    (self.cutOff, self.isFed) = (cutOff, isFed)
    (self.signIf, self.isPublic) = (signIf, isPublic)
    (self.atoms, self.lookups, self.facts, self.graph) = (atoms, lookups, facts, graph)
    self.values = values
    isSelfContained =
      queries.all.isEmpty && !queries.asksVerifications
      && lookups.allSatisfy { $0.searchedFact == nil && ($0.directory == nil || $0.table != nil) }
      && !Self.reads(atoms, lookups, values) { $0 >= atoms.count + lookups.count + values.count }
    self.minimumClient = minimumClient
    self.dailyLimits = dailyLimits
    kinds = atoms.reduce(into: []) { $0.formUnion($1.kindSet) }
    hasMinimums = atoms.contains { !$0.minimumClient.isEmpty }
    places = PlacesByID(of: atoms)
    outerIDs = Self.outerIDs(of: atoms)
    templates = atoms.compactMap(\.template)
    (nextInputs, firstInput) = Self.chained(atoms)
    drawings = Drawings(of: atoms)
    self.ambient = ambient
    effects = KnownEffects()
    presets = atoms.map(\.preset) + Array(repeating: .null, count: lookups.count + values.count + facts.count)
    workspaces = Workspaces(values: presets, repeats: templates.count)
    everything = AffectedAtoms(everyOneOf: atoms.count, in: graph)
  }

  /// Creates an operation for one answer with the shape of another one, whose atoms have other ids and captions.
  init(like shape: Operation, version: String, title: LocalizedText, atoms: [Atom]) {
    (id, self.version, self.title) = (shape.id, version, title)
    (effect, delivery, icon) = (shape.effect, shape.delivery, shape.icon)
    (sign, signIf, next, links) = (shape.sign, shape.signIf, shape.next, shape.links)
    (queries, asksVerifications, uncertain) = (shape.queries, shape.asksVerifications, shape.uncertain)
    (comparesShown, comparesPosted) = (shape.comparesShown, shape.comparesPosted)
    changeEffectOrder = shape.changeEffectOrder
    (cutOff, isFed, isPublic, keeping) = (shape.cutOff, shape.isFed, shape.isPublic, shape.keeping)
    (minimumClient, dailyLimits) = (shape.minimumClient, shape.dailyLimits)
    (kinds, hasMinimums, ambient) = (shape.kinds, shape.hasMinimums, shape.ambient)
    isSelfContained = shape.isSelfContained
    (self.atoms, lookups, facts, graph) = (atoms, shape.lookups, shape.facts, shape.graph)
    (values, tables) = (shape.values, shape.tables)
    (effects, everything, presets) = (shape.effects, shape.everything, shape.presets)
    (nextInputs, firstInput, templates) = (shape.nextInputs, shape.firstInput, shape.templates)
    workspaces = shape.workspaces
    places = PlacesByID(of: atoms)
    outerIDs = Self.outerIDs(of: atoms)
    drawings = Drawings(once: atoms)
  }

  /// True if an atom, a lookup or a named value reads a slot of that kind.
  private static func reads(
    _ atoms: [Atom], _ lookups: [LookupCall], _ values: [NamedValue], _ isMeant: (Int) -> Bool
  ) -> Bool {
    atoms.contains { atom in
      atom.facts.contains(where: isMeant) || (atom.onChange?.reads ?? []).contains(where: isMeant)
        || (atom.optionsFrom?.reads.outer ?? []).contains(where: isMeant)
    }
      || lookups.contains { call in
        call.others.contains { $0.reads.outer.contains(where: isMeant) }
          || (call.failed?.reads ?? []).contains(where: isMeant)
      }
      || values.contains { $0.expression.reads.outer.contains(where: isMeant) }
  }

  private static func outerIDs(of atoms: [Atom]) -> [(id: String, place: Int)] {
    let outer = atoms.indices.filter { atoms[$0].position.owner == nil }
    return outer.count > 16 ? [] : outer.map { (atoms[$0].id, $0) }
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

  /// Returns the place of the atom with an id, outside of items.
  ///
  /// Ids are short and ASCII. No other text is hashed, because that would take time by its length.
  package func place(of id: String) -> Int? {
    if outerIDs.isEmpty { return id.isIdentifierLike ? places.place(of: id, among: atoms) : nil }
    for place in outerIDs.indices where outerIDs[place].id == id {
      // A text with the same characters and other bytes is no id.
      return outerIDs[place].id.utf8.count == id.utf8.count ? outerIDs[place].place : nil
    }
    return nil
  }

  /// Returns the atom at a path such as `lines[3].amount`; the indexes do not matter.
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

  /// Returns the place of the atom with an id in items of the repeat at a place.
  package func place(of id: String, insideRepeatAt place: Int) -> Int? { atoms[place].template?.place(of: id) }

  /// Returns the id of the atom whose value is the currency of an amount; nil if that comes from elsewhere.
  package func currencyAtom(of atom: Atom) -> String? {
    guard case .expression(let expression) = atom.currencyFrom, case .outer(let slot) = expression.slot,
      atoms.indices.contains(slot)
    else { return nil }
    return atoms[slot].id
  }

  /// Returns the groups around an atom, the outermost first; for an atom in an item, only the groups inside the item.
  package func groups(aroundAtomAt place: Int) -> [Atom] {
    let owner = atoms[place].position.owner
    let around = sequence(first: place) { self.atoms[$0].position.parent }.dropFirst().prefix { $0 != owner }
    return around.map { atoms[$0] }.reversed()
  }

  /// Returns the atom's id after those of the repeats around it, such as `lines.amount`.
  package func path(of atom: Atom) -> String {
    let owner = atom.position.owner.flatMap { atoms[$0].template }
    return ((owner?.names ?? []) + [atom.id]).joined(separator: ".")
  }

  /// True if an atom has rules that only warn.
  var canWarn: Bool { atoms.contains(where: \.canWarn) }

  /// Returns true if the state of the atom at a place may depend on the answer of a system of the bank.
  func isUncertain(at place: Int) -> Bool { uncertain.isEmpty ? false : uncertain[place] }

  /// Returns the effect of a change of the atom at a place.
  private func affected(by place: Int) -> AffectedAtoms {
    effects.effect(at: place, in: graph, atoms: atoms)
  }

  /// Returns the effect of changes at these paths, and the changes one by one if one of them is in an item.
  ///
  /// A path without an atom has no effect.
  func affected(by changed: [String]) -> (AffectedAtoms, [ChangedAtom]) {
    if changed.count == 1, let place = place(of: changed[0]) { return (affected(by: place), []) }
    // Work out the effect of each atom once, even if the atom changed in many items.
    var known: [Int: AffectedAtoms] = [:]
    let changes = changed.compactMap { path -> ChangedAtom? in
      guard let (place, indexes) = place(atPath: path) else { return nil }
      let reach = known[place] ?? affected(by: place)
      known[place] = reach
      return ChangedAtom(place: place, indexes: indexes, affected: reach)
    }
    let all =
      changes.count == 1
      ? changes[0].affected : AffectedAtoms(changes.map(\.place), in: graph, atoms: atoms)
    return (all, changes.contains { !$0.indexes.isEmpty } ? changes : [])
  }

  /// Returns the place of the atom at a path such as `lines[3].amount`, and the indexes in the path.
  func place(atPath text: String) -> (place: Int, indexes: [Int])? {
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
  /// Returns a form like this one with another version, title, ids, captions and pairs, in the order of the atoms.
  ///
  /// It serves forms that the server builds again and again, and compiles nothing. The captions are literal, with
  /// any braces. The form must be without lookups, named values and facts.
  package func reworded(
    version: String, title: LocalizedText, atoms wordings: [(id: String, caption: LocalizedText, pair: ShownPair?)]
  ) -> Operation {
    precondition(
      wordings.count == atoms.count && lookups.isEmpty && values.isEmpty && facts.isEmpty,
      "\(id): not a form of this shape")
    let atoms = zip(atoms, wordings).map { atom, wording in
      Atom(
        AtomParts(
          id: wording.id, kind: atom.kind, caption: Wording(wording.caption), pair: wording.pair,
          isOptional: atom.isOptional, position: atom.position, isOmittable: atom.isOmittable), notify: atom.notify)
    }
    return Operation(like: self, version: version, title: title, atoms: atoms)
  }
}
