import Conditions

extension Operation {
  /// A value that `define` names: a node of its own, worked out at most once in an evaluation, which no client sees.
  ///
  /// Its slot comes after the answers of lookups and before the facts.
  final class NamedValue: Sendable {
    /// The name in conditions.
    let name: String
    /// The expression that gives the value.
    let expression: ConditionExpression

    init(_ name: String, _ expression: ConditionExpression) { (self.name, self.expression) = (name, expression) }
  }

  /// The slot of the first named value.
  var firstValue: Int { atoms.count + lookups.count }

  /// The slot of the first fact.
  var firstFact: Int { atoms.count + lookups.count + values.count }

  /// Returns the named value in a slot; nil for any other slot.
  func namedValue(in slot: Int) -> NamedValue? {
    let index = slot - firstValue
    return values.indices.contains(index) ? values[index] : nil
  }
}
