import Conditions

extension AtomParts {
  /// The slots that the atom's value follows.
  var valueReads: [Int] {
    (gate.map { [$0] } ?? []) + (showIf?.reads.outer ?? []) + (enableIf?.reads.outer ?? [])
      + (computed?.reads.outer ?? []) + (presetFrom?.reads.outer ?? []) + (currencyFrom?.reads ?? [])
  }

  /// The slots that only the atom's appearance follows.
  var appearanceReads: [Int] {
    (requireIf?.reads.outer ?? []) + (captionFrom?.reads ?? []) + (caption?.reads ?? []) + optionReads
      + fallbacks.flatMap(\.appearanceReads)
  }

  /// The slots that the options and the limits follow, and thereby whether the value is right.
  var optionReads: [Int] {
    (filter?.reads.outer ?? []) + (optionsFrom?.reads.outer ?? []) + limits.flatMap(\.expression.reads.outer)
  }

  /// The slots that only a judgement reads.
  var checkReads: [Int] {
    optionReads + (currencyFrom?.reads ?? []) + checks.flatMap { $0.condition.reads.outer + ($0.message?.reads ?? []) }
  }

  /// Whether anything of the atom reads today's date.
  var readsClock: Bool {
    let conditions = [showIf, enableIf, requireIf, filter] + checks.map(\.condition)
    return conditions.contains { $0?.reads.readsClock == true }
      || [computed, presetFrom, captionFrom?.expression, optionsFrom].contains { $0?.reads.readsClock == true }
      || [caption, captionFrom?.failed].contains { $0?.readsClock == true }
      || currencyFrom?.readsClock == true || limits.contains { $0.expression.reads.readsClock }
      || checks.contains { $0.message?.readsClock == true }
      || fallbacks.contains(where: \.readsClock)
  }

  /// Every slot that anything of the atom reads.
  var allReads: [Int] { valueReads + appearanceReads + checkReads }
}
