import JSON

/// The value of a variable that is computed where it is read, from values in slots: one expression,
/// or a record with an expression for each field.
///
/// The value is nil while a required slot is empty.
package final class ComposedValue: Sendable {
  /// The fields of the record, or one expression without a name.
  private let parts: [(name: String?, expression: ConditionExpression)]
  /// The outer slots that must have a value.
  private let required: [Int]
  let type: ValueType
  let reads: Reads

  /// Creates the value of an expression.
  package convenience init(_ expression: ConditionExpression, requiring slots: [Int]) {
    self.init([(nil, expression)], requiring: slots, expression.type)
  }

  /// Creates a record.
  package convenience init(record: [(name: String, expression: ConditionExpression)], requiring slots: [Int]) {
    let fields = record.map { Field($0.name, $0.expression.type) }
    self.init(record.map { ($0.name, $0.expression) }, requiring: slots, .record(fields))
  }

  private init(
    _ parts: [(name: String?, expression: ConditionExpression)], requiring slots: [Int], _ type: ValueType
  ) {
    (self.parts, self.type) = (parts, type)
    required = slots
    var reads = Reads()
    for part in parts { reads.merge(part.expression.reads) }
    self.reads = reads
  }

  /// True if a part may be computed from a rounded quotient.
  var isRounded: Bool { parts.contains { $0.expression.isRounded } }

  /// The number of nodes of all parts.
  var size: Int { parts.reduce(0) { $0 + ($1.expression.checked?.parts ?? Checked.maxParts) } }

  /// Returns the value; throws `EvaluationError` if a part has no result.
  func value(in input: borrowing ConditionInput) throws(EvaluationError) -> Value {
    for slot in required {
      guard slot < input.values.count else { throw EvaluationError(.missingVariable) }
      if input.values[slot].isNull { return .null }
    }
    var record = Object()
    for (name, expression) in parts {
      let value = try expression.value(in: input)
      guard let name else { return value }
      record[name] = value
    }
    return .object(record)
  }

  /// Returns the value; throws `EvaluationError` if it depends on an unknown one.
  func value(
    in input: ConditionInput, unknown: (Int) -> UnknownReason?
  ) throws(EvaluationError) -> Value {
    for slot in required where unknown(slot) == nil {
      guard slot < input.values.count else { throw EvaluationError(.missingVariable) }
      if input.values[slot].isNull { return .null }
    }
    for slot in required { if let reason = unknown(slot) { throw EvaluationError(unknown: reason) } }
    var record = Object()
    for (name, expression) in parts {
      let value = try expression.value(in: input, unknown: unknown)
      guard let name else { return value }
      record[name] = value
    }
    return .object(record)
  }
}

extension Scope {
  /// Returns the composed value of a variable by its name or alias; nil for any other variable.
  package func composedValue(of variable: String) -> ComposedValue? {
    if composed.isEmpty { return nil }
    for part in aliases {
      if part.hidden.contains(where: { $0.contains(variable) }) { return composed[variable] }
      if let value = part.variables[variable].flatMap({ composed[$0] }) { return value }
    }
    return composed[variable]
  }
}

extension Condition {
  /// Creates a condition that holds if all of these hold; throws `Faults` if they are too large
  /// together.
  package init(all conditions: [Condition], in scope: Scope) throws(Faults) {
    let words = conditions.indices.map { "part\($0)" }
    var whole = Scope(variables: [:], definitions: Dictionary(uniqueKeysWithValues: zip(words, conditions)))
    whole.trees = scope.trees
    try self.init(words.isEmpty ? "TRUEPREDICATE" : words.joined(separator: " AND "), in: whole)
  }
}
