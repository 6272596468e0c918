import JSON

/// The language's equality: numbers and Booleans by value, text exactly, collections by element.
enum Equality {
  /// Returns true if the values are equal; between texts, ignores the differences named by the
  /// options.
  ///
  /// Returns false if the request's step budget is spent (see `StepBudget.covers`).
  static func holds(_ left: Value, _ right: Value, _ options: Options = []) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.string(let a), .string(let b)):
      // Without options, texts of different lengths are unequal at no charge.
      let length = !options.isEmpty ? a.utf8.count + b.utf8.count : a.utf8.count == b.utf8.count ? a.utf8.count : 0
      return StepBudget.covers(length / StepBudget.bytesOfElement) && texts(a, b, options)
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.array(let a), .array(let b)):
      return a.count == b.count && StepBudget.covers(a.count) && zip(a, b).allSatisfy { holds($0, $1, options) }
    case (.object(let a), .object(let b)):
      return a.count == b.count && StepBudget.covers(a.count) && a.isAlike(b) { holds($0, $1, options) }
    default:
      guard let a = Number(left), let b = Number(right) else { return false }
      return a == b
    }
  }

  /// Returns true if the texts are equal, ignoring the differences named by the options.
  static func texts(_ a: String, _ b: String, _ options: Options) -> Bool {
    guard options.isEmpty else { return Folding.equal(a, b, options) }
    // Swift's `==` ignores how letters are composed, so equal texts are compared again by bytes.
    // ASCII texts need no second comparison: only they have equal UTF-16 and UTF-8 counts.
    let count = a.utf8.count
    return count == b.utf8.count && a == b && (a.utf16.count == count || a.utf8.elementsEqual(b.utf8))
  }
}

/// The language's order: two numbers by value, or two texts by code point.
enum Order {
  /// Returns true if the relation `<`, `<=`, `>` or `>=` holds; throws `EvaluationError` for values
  /// without an order.
  ///
  /// If a side is nil, only `<=` and `>=` hold, and only if both sides are nil.
  static func holds(_ relation: Relation, _ left: Value, _ right: Value, _ options: Options = [])
    throws(EvaluationError) -> Bool
  {
    if left.isNull || right.isNull {
      return left.isNull && right.isNull && (relation == .lessOrEqual || relation == .greaterOrEqual)
    }
    guard let order = of(left, right, options) else {
      throw EvaluationError(.operands(relation.rawValue, ValueKind(left), ValueKind(right)))
    }
    switch relation {
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    default: return order >= 0
    }
  }

  /// Returns -1, 0 or 1; nil for values without an order, or if the request's step budget is spent.
  static func of(_ left: Value, _ right: Value, _ options: Options = []) -> Int? {
    if case .string(let a) = left, case .string(let b) = right {
      guard StepBudget.covers(min(a.utf8.count, b.utf8.count) / StepBudget.bytesOfElement) else { return nil }
      guard options.isEmpty else { return Folding.order(a, b, options) }
      if a.utf8.elementsEqual(b.utf8) { return 0 }
      // UTF-8 bytes sort in code point order.
      return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
    }
    guard let a = Number(left), let b = Number(right) else { return nil }
    return Number.order(a, b)
  }
}
