import Synchronization

/// The effects of a change of each atom alone, each worked out when a client first reports such a change.
///
/// Most operations of a bank with many are drawn rarely, and a form that nobody fills in takes no memory for them.
final class KnownEffects: Sendable {
  private struct Known {
    /// By the place of the atom; empty before the first.
    var effects: [AffectedAtoms?] = []
    /// The number of nodes in all of them.
    var size = 0
  }

  /// The maximum number of nodes in all effects together; those beyond it are worked out each time.
  private static let maxKept = 1_000_000

  private let known = Mutex(Known())

  /// Returns the effect of a change of the atom at a place.
  func effect(at place: Int, in graph: DependencyGraph, atoms: [Atom]) -> AffectedAtoms {
    if let known = known.withLock({ $0.effects.isEmpty ? nil : $0.effects[place] }) { return known }
    // Outside of the lock: two threads may work out the same, and the second one's goes.
    let effect = AffectedAtoms([place], in: graph, atoms: atoms)
    known.withLock { known in
      if known.effects.isEmpty { known.effects = Array(repeating: nil, count: atoms.count) }
      guard known.effects[place] == nil, known.size + effect.size <= Self.maxKept else { return }
      known.effects[place] = effect
      known.size += effect.size
    }
    return effect
  }
}
