import Conditions
import JSON

/// An interface for one action in the bank, compiled: nothing about it can fail any more.
///
/// Values stand in slots: first the atoms' in tree order, then the answers of look-ups, then the facts of the caller.
package final class Operation: Sendable {
  /// A look-up that an atom of the operation makes.
  struct LookupCall: Sendable {
    /// The directory's name.
    let directory: String
    /// The name of the answer in conditions.
    let name: String
    /// The atom whose value is looked up.
    let subject: Int
    /// How the directory is asked.
    let terms: LookupTerms
    /// What shows when the directory cannot be asked.
    var failed: Wording?
  }

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
  /// The oldest clients that it is made for.
  package let minimumClient: MinimumClient
  /// The kinds of its atoms.
  let kinds: KindSet
  /// Whether any atom is too new for some clients.
  let hasMinimums: Bool
  /// The atoms in tree order.
  package let atoms: [Atom]
  let lookups: [LookupCall]
  let facts: [String]
  let graph: DependencyGraph
  /// For each atom, what a change of it alone reaches.
  private let affected: [AffectedAtoms]
  /// What a question for all atoms asks for.
  let everything: AffectedAtoms
  /// The values by slot before anything is posted.
  let presets: [Value]
  /// The marks of as many slots, none set.
  let noMarks: [Marks]
  /// Whether any condition reads today's date.
  package let readsClock: Bool
  private let slots: [String: Int]
  /// The atoms' static members for each language, rendered once.
  let drawings: Drawings

  init(
    id: String, version: String, title: LocalizedText, effect: String?, sign: String?, atoms: [Atom],
    lookups: [LookupCall], facts: [String], graph: DependencyGraph, readsClock: Bool,
    minimumClient: MinimumClient = MinimumClient()
  ) {
    (self.id, self.version, self.title) = (id, version, title)
    (self.effect, self.sign) = (effect, sign)
    (self.atoms, self.lookups, self.facts, self.graph) = (atoms, lookups, facts, graph)
    self.minimumClient = minimumClient
    kinds = atoms.reduce(into: []) { $0.formUnion($1.kindSet) }
    hasMinimums = atoms.contains { !$0.minimumClient.isEmpty }
    slots = Dictionary(uniqueKeysWithValues: atoms.enumerated().map { ($1.id, $0) })
    drawings = Drawings(of: atoms)
    self.readsClock = readsClock
    affected = atoms.indices.map { AffectedAtoms([$0], in: graph, atoms: atoms.count) }
    presets = atoms.map(\.preset) + Array(repeating: .null, count: lookups.count + facts.count)
    noMarks = Array(repeating: [], count: presets.count)
    everything = AffectedAtoms(everyOneOf: atoms.count, in: graph)
  }

  /// The place of the atom of that id.
  package func place(of id: String) -> Int? { slots[id] }

  /// The slot of the `index`-th fact.
  var firstFact: Int { atoms.count + lookups.count }

  /// What a change of the atoms of these ids reaches; ids of no atom reach nothing.
  func affected(by changed: [String]) -> AffectedAtoms {
    if changed.count == 1, let place = place(of: changed[0]) { return affected[place] }
    return AffectedAtoms(changed.compactMap(place), in: graph, atoms: atoms.count)
  }
}
