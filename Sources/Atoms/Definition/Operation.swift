import Conditions
import JSON

/// An interface for one action in the bank, compiled: nothing about it can fail any more.
///
/// Values stand in slots: first the atoms' in tree order, then the answers of look-ups, then the facts of the caller.
package final class Operation: Sendable {
  /// A look-up that an atom of the operation makes.
  struct LookupCall: Sendable {
    /// The directory's name.
    let name: String
    /// The atom whose value is looked up.
    let subject: Int
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
  /// The atoms in tree order.
  package let atoms: [Atom]
  let lookups: [LookupCall]
  let facts: [String]
  let graph: DependencyGraph
  /// The verifications that checks may call, by name.
  let verifications: [String: Verification]
  /// For each atom, what a change of it alone reaches.
  private let affected: [AffectedAtoms]
  /// Whether any condition reads today's date.
  let readsClock: Bool
  private let slots: [String: Int]
  /// The atoms' static members for each language, rendered once.
  let drawings: Drawings

  init(
    id: String, version: String, title: LocalizedText, effect: String?, sign: String?, atoms: [Atom],
    lookups: [LookupCall], facts: [String], graph: DependencyGraph, verifications: [String: Verification],
    readsClock: Bool
  ) {
    (self.id, self.version, self.title) = (id, version, title)
    (self.effect, self.sign) = (effect, sign)
    (self.atoms, self.lookups, self.facts, self.graph) = (atoms, lookups, facts, graph)
    self.verifications = verifications
    slots = Dictionary(uniqueKeysWithValues: atoms.enumerated().map { ($1.id, $0) })
    drawings = Drawings(of: atoms)
    self.readsClock = readsClock
    affected = atoms.indices.map { AffectedAtoms([$0], in: graph, atoms: atoms.count) }
  }

  /// The place of the atom of that id.
  package func place(of id: String) -> Int? { slots[id] }

  /// The slot of the `index`-th fact.
  var firstFact: Int { atoms.count + lookups.count }

  /// What a change of these atoms reaches.
  func affected(by changed: [Int]) -> AffectedAtoms {
    changed.count == 1 ? affected[changed[0]] : AffectedAtoms(changed, in: graph, atoms: atoms.count)
  }
}
