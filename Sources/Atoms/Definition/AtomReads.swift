import Conditions

extension AtomParts {
  /// The slots that the atom's value follows.
  var valueReads: [Int] {
    (gate.map { [$0] } ?? []) + (showIf?.reads.outer ?? []) + (enableIf?.reads.outer ?? []) + (computed?.reads.outer ?? [])
  }

  /// The slots that only the atom's appearance follows.
  var appearanceReads: [Int] {
    (requireIf?.reads.outer ?? []) + (captionFrom?.expression.reads.outer ?? []) + (filter?.reads.outer ?? [])
  }

  /// Whether anything of the atom reads today's date.
  var readsClock: Bool {
    let conditions = [showIf, enableIf, requireIf, filter] + checks.map(\.condition)
    return conditions.contains { $0?.reads.readsClock == true }
      || computed?.reads.readsClock == true || captionFrom?.expression.reads.readsClock == true
  }

  /// Every slot that anything of the atom reads.
  var allReads: [Int] { valueReads + appearanceReads + checks.flatMap { $0.condition.reads.outer } }
}
