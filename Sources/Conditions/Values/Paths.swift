import JSON

/// Evaluates key paths, key-path operators and indexes.
///
/// The result for nil is nil. Kinds of values that a function does not accept throw
/// `EvaluationError`.
enum Paths {
  /// Returns the value of a key.
  ///
  /// - For a dictionary: its member, or nil.
  /// - For a list: the list of this key of each element.
  /// - For text: the number of Unicode scalars, only for the key `length`.
  static func key(_ name: String, of value: Value) throws(EvaluationError) -> Value {
    switch value {
    case .null: return .null
    case .object(let object): return object[name] ?? .null
    case .array(let elements):
      try StepBudget.charge(elements.count)
      var collected: [Value] = []
      collected.reserveCapacity(elements.count)
      for element in elements { collected.append(try key(name, of: element)) }
      return .array(collected)
    case .string(let text) where name == "length":
      try StepBudget.charge(text)
      return .integer(Int64(text.unicodeScalars.count))
    default: throw EvaluationError(.unsuited("the key `\(name)`", ValueKind(value)))
    }
  }

  /// Returns the element count of a list or a dictionary; nil for nil.
  static func count(_ value: Value) throws(EvaluationError) -> Value {
    switch value {
    case .null: return .null
    case .array(let elements): return .integer(Int64(elements.count))
    case .object(let object): return .integer(Int64(object.count))
    default: throw EvaluationError(.unsuited("a count", ValueKind(value)))
    }
  }

  /// Returns the result of a key-path operator over the values at the path in each element.
  static func aggregate(_ value: Value, _ sign: PathOperator, _ path: ArraySlice<PathStep>) throws(EvaluationError)
    -> Value
  {
    if value.isNull { return .null }
    guard case .array(let elements) = value else {
      throw EvaluationError(.unsuited("@\(sign.rawValue)", ValueKind(value)))
    }
    if sign == .count { return .integer(Int64(elements.count)) }
    guard !path.isEmpty else { throw EvaluationError(.undefined("@\(sign.rawValue)")) }
    try StepBudget.charge(elements.count)
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try follow(path, from: element)) }
    switch sign {
    case .sum: return try Statistics.sum(values)
    case .avg: return try Statistics.average(values)
    case .min: return try Statistics.extreme(values, .less)
    default: return try Statistics.extreme(values, .greater)
    }
  }

  private static func follow(_ path: ArraySlice<PathStep>, from element: Value) throws(EvaluationError) -> Value {
    var value = element
    for (place, step) in zip(path.indices, path) {
      switch step {
      case .element: continue
      case .key(let name): value = try key(name, of: value)
      case .pathOperator(.count): value = try count(value)
      case .pathOperator(let sign): return try aggregate(value, sign, path[(place + 1)...])
      }
    }
    return value
  }

  /// Returns the element of a list at an index from 0, or a dictionary's member; nil for nil.
  ///
  /// Throws `EvaluationError` if a list's index is not a whole number or is out of range, or if the
  /// value is of another kind.
  static func element(of value: Value, at index: Value) throws(EvaluationError) -> Value {
    switch value {
    case .null: return .null
    case .array(let elements):
      guard let place = Number(index)?.whole else { throw EvaluationError(.operands("[]", .list, ValueKind(index))) }
      guard place >= 0, place < elements.count else {
        throw EvaluationError(.index(Int(place), count: elements.count))
      }
      return elements[Int(place)]
    case .object(let object):
      // A dictionary has no members with other keys.
      guard case .string(let name) = index else { return .null }
      return object[name] ?? .null
    default: throw EvaluationError(.operands("[]", ValueKind(value), ValueKind(index)))
    }
  }

  /// Returns the first element, the last element, or the element count; nil for nil.
  ///
  /// The first and last element of an empty list are nil.
  static func element(of value: Value, _ position: Position) throws(EvaluationError) -> Value {
    if position == .size { return try count(value) }
    switch value {
    case .null: return .null
    case .array(let elements): return (position == .first ? elements.first : elements.last) ?? .null
    default: throw EvaluationError(.unsuited("[\(position.rawValue)]", ValueKind(value)))
    }
  }
}
