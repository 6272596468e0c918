import Conditions
package import Texts
package import SourceText
import JSON

/// A compiled form for one action in the bank. Evaluations of it cannot fail.
///
/// Slots are numbered in this order: the atoms in tree order, the lookup answers, the values that
/// `define` names, the facts about the caller.
package final class Operation: Sendable {
  /// The id, such as `pp.quick`.
  package let id: String
  /// The version of the definition. Definitions with the same version are equivalent.
  package let version: String
  package let title: LocalizedText
  /// The name of the effect; nil if submissions have no effect.
  package let effect: String?
  /// The declaration of the bank system that executes submissions; nil if no bank system does.
  package let delivery: (any SystemQuery)?
  /// The signing method, `matrix` or `code`; nil if submissions are not signed.
  package let sign: String?
  /// The cut-off time in minutes after midnight; nil for the default of the bank.
  ///
  /// A submission that is signed at or after the cut-off time is dated the next business day.
  package let cutOff: Int?
  /// The retention of signed values; nil without an effect.
  package let keeping: RetentionRule?
  /// True if the bank's core executes the operation, regardless of other operations.
  package let isFed: Bool
  /// The condition under which a submission must be signed; nil if every submission is signed.
  let signIf: Condition?
  /// The pages and the review; none for an operation that is drawn as one form.
  package let pages: FormPages
  let availability: Availability?
  /// True if clients request and submit the operation without a token. It cannot read facts about a
  /// person.
  package let isPublic: Bool
  /// The definition of the next destination, not yet compiled; nil if absent.
  package let next: SourceNode?
  /// The link targets of buttons and links as written.
  package let links: [SourceNode]
  /// The minimum client versions for the operation.
  package let minimumClient: MinimumClient
  /// The maximum daily amounts of one person, one for each limited currency.
  package let dailyLimits: [DailyLimit]
  let kinds: KindSet
  let hasMinimums: Bool
  /// The atoms in tree order.
  package let atoms: [Atom]
  let lookups: [LookupCall]
  let values: [NamedValue]
  /// The computed values that are stored with a submission (`send`).
  let sent: [NamedValue]
  let facts: [Fact]
  let graph: DependencyGraph
  /// The indexes of the atoms with change effects, in dependency order: each atom precedes the
  /// atoms that it changes.
  let changeEffectOrder: [Int]
  /// The queries to bank systems that evaluations can make.
  package let queries: [any SystemQuery]
  package let icon: Icon?
  package let tables: [DataTable]
  /// True if a condition calls a verification by a bank system.
  let asksVerifications: Bool
  /// True if a submission compares shown values with the client's report for some atom.
  let comparesShown: Bool
  /// True if inputs follow each other (`either`).
  let hasCircles: Bool
  /// True if a submission compares posted values even without a report.
  let comparesPosted: Bool
  /// For each atom, true if its state can depend on a query; empty without queries.
  private let uncertain: [Bool]
  /// The effects of a change of each single atom.
  private let effects: KnownEffects
  /// The effect for a question that requests all atoms.
  let everything: AffectedAtoms
  /// The initial values by slot.
  let presets: [Value]
  /// For each atom, the index of the next input at the same level: outside of items, or in items of
  /// the same repeat.
  let nextInputs: [Int?]
  /// The index of the first input outside of items.
  let firstInput: Int?
  /// The templates of the repeats in tree order.
  let templates: [ItemTemplate]
  /// The pool of evaluation buffers.
  let workspaces: Workspaces
  /// The ambient inputs, such as the clock, that conditions and expressions read.
  let ambient: Ambient
  /// True if evaluations read no facts, server directories or bank systems. They depend only on
  /// posted values, tables, the date and the calendar.
  package let isSelfContained: Bool
  /// True if a condition or expression reads today's date.
  package var readsClock: Bool { ambient.contains(.clock) }
  private let places: PlacesByID
  /// The ids and indexes of the atoms outside of items if there are at most 16; otherwise empty,
  /// and `places` is used.
  private let outerIDs: [(id: String, place: Int)]
  /// The static members of the atoms, rendered once for each language.
  let drawings: Drawings

  init(
    id: String, version: String, title: LocalizedText, effect: String?,
    delivery: (any SystemQuery)? = nil, sign: String?, atoms: [Atom], lookups: [LookupCall],
    values: [NamedValue] = [], facts: [Fact], graph: DependencyGraph, ambient: Ambient,
    minimumClient: MinimumClient = MinimumClient(), dailyLimits: [DailyLimit] = [], cutOff: Int? = nil,
    isFed: Bool = false, signIf: Condition? = nil, isPublic: Bool = false, keeping: RetentionRule? = nil,
    next: SourceNode? = nil, links: [SourceNode] = [], queries: OperationQueries = OperationQueries(),
    tables: [DataTable] = [], changeEffectOrder: [Int] = [], sent: [NamedValue] = [], icon: Icon? = nil,
    pages: FormPages = .none, availability: Availability? = nil
  ) {
    (self.pages, self.availability) = (pages, availability)
    (self.links, self.tables, self.changeEffectOrder) = (links, tables, changeEffectOrder)
    (self.icon, self.sent) = (icon, sent)
    (self.next, self.keeping) = (next, keeping)
    (self.queries, asksVerifications) = (queries.all, queries.asksVerifications)
    uncertain = queries.reach(in: graph, atoms: atoms.count)
    hasCircles = atoms.contains { $0.circle != nil }
    comparesShown = hasCircles || atoms.contains(where: \.isCompared)
    comparesPosted = hasCircles || atoms.contains(where: \.isAnswered)
    (self.id, self.version, self.title) = (id, version, title)
    (self.effect, self.delivery, self.sign) = (effect, delivery, sign)
    (self.cutOff, self.isFed) = (cutOff, isFed)
    (self.signIf, self.isPublic) = (signIf, isPublic)
    (self.atoms, self.lookups, self.facts, self.graph) = (atoms, lookups, facts, graph)
    self.values = values
    isSelfContained =
      queries.all.isEmpty && !queries.asksVerifications
      && lookups.allSatisfy { $0.searchedFact == nil && ($0.directory == nil || $0.table != nil) }
      && !Self.reads(atoms, lookups, values + sent) { $0 >= atoms.count + lookups.count + values.count }
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

  /// Creates an operation for one response with the structure of `shape` and atoms with other ids
  /// and captions.
  init(like shape: Operation, version: String, title: LocalizedText, atoms: [Atom]) {
    (id, self.version, self.title) = (shape.id, version, title)
    (effect, delivery, icon) = (shape.effect, shape.delivery, shape.icon)
    (sign, signIf, next, links) = (shape.sign, shape.signIf, shape.next, shape.links)
    (queries, asksVerifications, uncertain) = (shape.queries, shape.asksVerifications, shape.uncertain)
    (comparesShown, comparesPosted) = (shape.comparesShown, shape.comparesPosted)
    (hasCircles, sent) = (shape.hasCircles, shape.sent)
    (pages, availability) = (shape.pages, shape.availability)
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

  /// Returns true if an atom, a lookup or a named value reads a slot that satisfies `isMeant`.
  private static func reads(
    _ atoms: [Atom], _ lookups: [LookupCall], _ values: [NamedValue], _ isMeant: (Int) -> Bool
  ) -> Bool {
    atoms.contains { atom in
      atom.facts.contains(where: isMeant) || (atom.onChange?.reads ?? []).contains(where: isMeant)
        || (atom.optionsFrom?.reads.outer ?? []).contains(where: isMeant)
    }
      || lookups.contains { call in
        (call.others + (call.named.map { [$0.expression] } ?? [])).contains { $0.reads.outer.contains(where: isMeant) }
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

  /// Returns the index of the atom with an id, outside of items; nil if absent.
  package func place(of id: String) -> Int? {
    if outerIDs.isEmpty { return id.isIdentifierLike ? places.place(of: id, among: atoms) : nil }
    for place in outerIDs.indices where outerIDs[place].id == id {
      // `==` compares by canonical equivalence. Ids are ASCII, and an equivalent text has more
      // bytes.
      return outerIDs[place].id.utf8.count == id.utf8.count ? outerIDs[place].place : nil
    }
    return nil
  }

  /// Returns the atom at a path such as `lines[3].amount`. The item indexes are ignored.
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

  /// Returns the index of the atom with an id in items of the repeat at `place`.
  package func place(of id: String, insideRepeatAt place: Int) -> Int? { atoms[place].template?.place(of: id) }

  /// Returns the id of the atom whose value is the currency of an amount; nil if the currency has
  /// another source.
  package func currencyAtom(of atom: Atom) -> String? {
    guard case .expression(let expression) = atom.currencyFrom, case .outer(let slot) = expression.slot,
      atoms.indices.contains(slot)
    else { return nil }
    return atoms[slot].id
  }

  /// Returns the enclosing groups of an atom without its page, outermost first. For an atom in an
  /// item, only groups
  /// inside the item are included.
  package func groups(aroundAtomAt place: Int) -> [Atom] {
    let owner = atoms[place].position.owner
    let around = sequence(first: place) { self.atoms[$0].position.parent }.dropFirst().prefix { $0 != owner }
    return around.filter { place in !pages.all.contains { $0.group == place } }.map { atoms[$0] }.reversed()
  }

  /// Returns the path of an atom without item indexes, such as `lines.amount`.
  package func path(of atom: Atom) -> String {
    let owner = atom.position.owner.flatMap { atoms[$0].template }
    return ((owner?.names ?? []) + [atom.id]).joined(separator: ".")
  }

  /// True if people can paste rows into a repeat.
  package var takesPastedRows: Bool { templates.contains { !$0.pasted.isEmpty } }

  /// Returns true if people can paste rows into the repeat at a path.
  package func takesPastedRows(at path: String) -> Bool {
    place(atPath: path).flatMap { atoms[$0.place].template?.pasted.isEmpty } == false
  }

  var canWarn: Bool { atoms.contains(where: \.canWarn) }

  /// Returns true if the state of the atom at `place` can depend on the answer of a bank system.
  func isUncertain(at place: Int) -> Bool { uncertain.isEmpty ? false : uncertain[place] }

  private func affected(by place: Int) -> AffectedAtoms {
    effects.effect(at: place, in: graph, atoms: atoms)
  }

  /// Returns the effect of changes at these paths, and the single changes if one of them is in an
  /// item.
  ///
  /// A path without an atom has no effect.
  func affected(by changed: [String]) -> (AffectedAtoms, [ChangedAtom]) {
    if changed.count == 1, let place = place(of: changed[0]) { return (affected(by: place), []) }
    // Compute the effect of each atom once, even if the atom changed in many items.
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

  /// Returns the effect of changes at these paths on a page, and the single changes if one of them
  /// is in an item.
  func affected(by changed: [String], on page: FormPage) -> (AffectedAtoms, [ChangedAtom]) {
    if changed.count == 1, let place = place(of: changed[0]) {
      let effect = page.effects.effect(at: place, of: atoms.count) {
        AffectedAtoms(affected(by: place), within: page.places, in: graph)
      }
      return (effect, [])
    }
    let (whole, changes) = affected(by: changed)
    return (AffectedAtoms(whole, within: page.places, in: graph), changes)
  }

  /// Returns the index of the atom at a path such as `lines[3].amount`, and the item indexes in the
  /// path.
  func place(atPath text: String) -> (place: Int, indexes: [Int])? {
    if let place = place(of: text) { return (place, []) }
    guard let path = WrittenPath(text) else { return nil }
    var template: ItemTemplate?
    for (number, item) in path.items.enumerated() {
      let place = template == nil ? self.place(of: String(item.id)) : template?.place(of: String(item.id))
      guard let place else { return nil }
      // An older client edits chosen options as items.
      if atoms[place].isMultiple, path.id == ChoicesKind.itemID, number == path.items.count - 1 {
        return (place, path.items.prefix(number).map(\.index))
      }
      guard let next = atoms[place].template else { return nil }
      template = next
    }
    guard let template, let place = template.place(of: String(path.id)) else { return nil }
    return (place, path.items.map(\.index))
  }
}

extension Operation {
  /// Returns a copy with another version, title, ids, captions and pairs, in the order of the
  /// atoms.
  ///
  /// It serves forms that the server builds repeatedly, without compiling them. Braces in captions
  /// are literal. The form must not have lookups, named values or facts.
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
