import Conditions

extension Operation {
  /// A value that `define` names: a separate node that is evaluated at most once, or once in each
  /// item, and is never sent to clients.
  ///
  /// Its slot is after the lookup answers and before the facts. The slot of a value in items is
  /// among the lookup answers.
  final class NamedValue: Sendable {
    let name: String
    let expression: ConditionExpression

    init(_ name: String, _ expression: ConditionExpression) { (self.name, self.expression) = (name, expression) }
  }

  var firstValue: Int { atoms.count + lookups.count }

  var firstFact: Int { atoms.count + lookups.count + values.count }

  /// Returns the named value in a slot; nil for any other slot.
  func namedValue(in slot: Int) -> NamedValue? {
    if slot < firstValue { return slot < atoms.count ? nil : lookups[slot - atoms.count].named }
    let index = slot - firstValue
    return values.indices.contains(index) ? values[index] : nil
  }
}
