import Synchronization

/// A cache of the effects of a change of each single atom. An effect is computed when a client
/// first reports the change.
final class KnownEffects: Sendable {
  private struct Known {
    /// The effects by the index of the atom; empty until the first effect is stored.
    var effects: [AffectedAtoms?] = []
    /// The total size of the stored effects in nodes.
    var size = 0
  }

  /// The maximum total size of the stored effects in nodes. Effects beyond it are computed each
  /// time.
  private static let maxKept = 1_000_000

  private let known = Mutex(Known())

  /// Returns the effect of a change of the atom at `place`. Safe to call from any thread.
  func effect(at place: Int, in graph: DependencyGraph, atoms: [Atom]) -> AffectedAtoms {
    effect(at: place, of: atoms.count) { AffectedAtoms([place], in: graph, atoms: atoms) }
  }

  /// Returns the effect at `place`, one of `count` atoms, computed if it is not known.
  func effect(at place: Int, of count: Int, computed: () -> AffectedAtoms) -> AffectedAtoms {
    if let known = known.withLock({ $0.effects.isEmpty ? nil : $0.effects[place] }) { return known }
    // Compute outside of the lock. If two threads compute the same effect, the second result is not
    // stored.
    let effect = computed()
    known.withLock { known in
      if known.effects.isEmpty { known.effects = Array(repeating: nil, count: count) }
      guard known.effects[place] == nil, known.size + effect.size <= Self.maxKept else { return }
      known.effects[place] = effect
      known.size += effect.size
    }
    return effect
  }
}
