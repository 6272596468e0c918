import JSON

/// The totals of a list by the values of a field: `groups($lines, 'currency', 'amount')`.
///
/// The result is a list of records such as `{currency: RUB, amount: 300, count: 2}`: the field, the
/// sum of the other field and the element count. The records are ordered by the first occurrence of
/// their values.
enum Groups {
  static let count = "count"

  /// Returns the groups, without elements whose field is nil, and without sums if `summed` is nil.
  ///
  /// Throws `EvaluationError` if `value` is not a list of records, or if a summed value is not a
  /// number.
  static func of(_ value: Value, by key: String, summed: String?) throws(EvaluationError) -> Value {
    guard case .array(let elements) = value else { throw EvaluationError(.unsuited("`groups`", ValueKind(value))) }
    try StepBudget.charge(elements.count * 2)
    var groups: [(key: Value, sum: Value, count: Int64)] = []
    var places: [[UInt8]: Int] = [:]
    for element in elements {
      guard case .object(let record) = element else {
        throw EvaluationError(.unsuited("an element of `groups`", ValueKind(element)))
      }
      let name = record[key] ?? .null
      let number = summed.flatMap { record[$0] } ?? .null
      if let reason = name.unknown ?? number.unknown { throw EvaluationError(unknown: reason) }
      guard !name.isNull else { continue }
      let bytes = (Number(name)?.exact.map { Value.decimal($0.normalized) } ?? name).canonical
      let place = places[bytes] ?? groups.count
      if place == groups.count {
        places[bytes] = place
        groups.append((name, .integer(0), 0))
      }
      groups[place].count += 1
      if !number.isNull { groups[place].sum = try Calculation.apply(.add, groups[place].sum, number, .plain) }
    }
    return .array(
      groups.map { group in
        let sum = summed.map { [Object.Member(name: $0, value: group.sum)] } ?? []
        let count = Object.Member(name: count, value: .integer(group.count))
        return .object(Object(unique: [Object.Member(name: key, value: group.key)] + sum + [count]))
      })
  }
}

extension Checker {
  /// Returns the type of a call of `groups`, and reports fields that the list does not have.
  mutating func groups(_ arguments: [Int]) -> ValueType {
    guard scope.checksTypes, let list = arguments.first, arguments.count <= 3 else { return .list(.any) }
    var names: [String] = []
    for argument in arguments.dropFirst() {
      guard case .literal(.text(let name)) = checked.tree.nodes[argument] else {
        fault(argument, "`groups` takes the name of a field in quotes, such as 'currency'")
        return .list(.any)
      }
      names.append(name)
    }
    for (argument, name) in zip(arguments.dropFirst(), names) where name == Groups.count {
      fault(argument, "`\(name)` is the element count of a group and cannot be the name of a field")
      return .list(.any)
    }
    if names.count == 2, names[0] == names[1] {
      fault(arguments[2], "`groups` cannot sum the field that it groups by")
      return .list(.any)
    }
    guard case .list(let element) = checked.types[list] else { return .list(.any) }
    var fields: [Field] = []
    for (place, name) in names.enumerated() {
      guard let type = member(name, of: element, arguments[place + 1]) else { return .list(.any) }
      let fits = type == .any || (place == 0 ? type.isKey : type.isNumeric)
      if !fits {
        let wanted = place == 0 ? "groups by a text, a number, a date or a Boolean" : "sums numbers"
        fault(arguments[place + 1], "`groups` \(wanted), and `\(name)` is \(type.noun)")
        return .list(.any)
      }
      fields.append(Field(name, type))
    }
    return .list(.record(fields + [Field(Groups.count, .integer)]))
  }

  /// Returns the type of a field of the elements; reports a missing field and returns nil.
  private mutating func member(_ name: String, of element: ValueType, _ argument: Int) -> ValueType? {
    switch element {
    case .any: return .any
    case .record(let fields):
      if let field = fields.first(where: { $0.name == name }) { return field.type }
      fault(
        argument, "there is no field `\(name)`", remedy: suggestion(for: name, among: fields.map(\.name)),
        as: .unknownField)
      return nil
    default:
      fault(argument, "`groups` takes a list of records, found a list of \(element)")
      return nil
    }
  }
}

extension ValueType {
  /// True if values of the type can be the key of a group.
  fileprivate var isKey: Bool {
    switch self {
    case .text, .integer, .number, .date, .boolean: true
    default: false
    }
  }
}
