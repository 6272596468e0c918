import Conditions

extension Atom {
  /// The slots that the atom's value follows.
  var valueReads: [Int] {
    (showIf?.reads.outer ?? []) + (enableIf?.reads.outer ?? []) + (computed?.reads.outer ?? [])
  }

  /// The slots that only the atom's appearance follows.
  var appearanceReads: [Int] {
    (requireIf?.reads.outer ?? []) + (captionFrom?.expression.reads.outer ?? []) + (filter?.reads.outer ?? [])
  }

  /// Every slot that anything of the atom reads.
  var allReads: [Int] { valueReads + appearanceReads + checks.flatMap { $0.condition.reads.outer } }
}
