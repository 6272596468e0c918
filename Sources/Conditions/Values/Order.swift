import JSON

/// The language's order: of two numbers, or of two texts by code point.
enum Order {
  /// Whether the relation, one of `<`, `<=`, `>`, `>=`, holds; throws for values that have no order.
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

  /// -1, 0 or 1; nil for values that have no order.
  static func of(_ left: Value, _ right: Value, _ options: Options = []) -> Int? {
    if case .string(let a) = left, case .string(let b) = right {
      guard Work.covers(min(a.utf8.count, b.utf8.count) / Work.bytesOfElement) else { return nil }
      guard options.isEmpty else { return Folding.order(a, b, options) }
      if a.utf8.elementsEqual(b.utf8) { return 0 }
      // The bytes of UTF-8 stand in the order of the code points.
      return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
    }
    guard let a = Number(left), let b = Number(right) else { return nil }
    return Number.order(a, b)
  }
}
