public import JSON

/// What a condition says of one value: a comparison with what is written out.
public struct Claim: Sendable {
  /// The value.
  public let term: Term
  /// What is known of it.
  public let type: ValueType
  /// The values that the atom offers; nil where it takes any.
  public let options: [Value]?
  /// The values that it is compared with.
  public let literals: [Value]
  /// The comparison, with the value in slot 0.
  private let condition: Condition

  init(_ term: Term, _ type: ValueType, options: [Value]?, literals: [Value], _ condition: Condition) {
    (self.term, self.type, self.options) = (term, type, options)
    (self.literals, self.condition) = (literals, condition)
  }

  /// Whether it holds of that value; nil where there is no answer.
  public func holds(of value: Value) -> Bool? { try? condition.holds(in: Input(values: [value])) }
}

extension Claim {
  /// Few values that stand for all that the term can have, nil first; nil where they cannot be listed.
  public var representatives: [Value]? { Representatives.values(for: [self]) }
}
