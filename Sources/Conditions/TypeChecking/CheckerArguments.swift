import Dates
import JSON

extension Checker {
  /// Reports faults in the number and types of the arguments; the first `minimum` are required.
  mutating func arguments(_ name: String, _ arguments: [Int], _ parameters: [ValueType], minimum: Int, _ place: Int) {
    guard (minimum...parameters.count).contains(arguments.count) else {
      if let split = commaFault(among: arguments) { return note(split) }
      let expected = minimum == parameters.count ? "\(minimum)" : "\(minimum) to \(parameters.count)"
      return fault(
        place, "`\(name)` takes \(expected) argument\(expected == "1" ? "" : "s"), found \(arguments.count)")
    }
    for (argument, parameter) in zip(arguments, parameters) {
      guard let why = misfit(argument, parameter, of: name) else { continue }
      if let split = commaFault(among: arguments) { return note(split) }
      fault(argument, why.problem, remedy: why.remedy)
    }
  }

  /// Reports faults in a built-in function's arguments: their number, types, and invalid constants.
  mutating func arguments(of builtin: Builtin, _ arguments: [Int], _ place: Int) {
    let name = builtin.rawValue
    guard builtin.takes(arguments.count) else {
      let parameters = builtin.parameters
      let minimum = parameters.count - builtin.optionalParameters
      if !builtin.isVariadic { return self.arguments(name, arguments, parameters, minimum: minimum, place) }
      return fault(place, "`\(name)` takes \(minimum) arguments or more, found \(arguments.count)")
    }
    let before = faults.count + more
    // Without a chosen option, the value is nil and the list of records is empty.
    if builtin == .count, let records = chosenRecords(of: arguments[0]) { checked.types[arguments[0]] = records }
    for (argument, parameter) in zip(arguments, builtin.parameters(of: arguments.count)) {
      if let why = misfit(argument, parameter, of: name) {
        if let split = commaFault(among: arguments) { return note(split) }
        fault(argument, why.problem, remedy: why.remedy + hint(for: builtin, parameter, argument))
      } else if builtin == .text, !checked.types[argument].isWritable {
        fault(argument, "`text` takes a number, a date or text, found \(checked.types[argument].noun)")
      } else if builtin.takesNumbers, let element = checked.types[argument].element, !element.isNumeric {
        let hint = fieldHint(argument, name)
        fault(argument, "`\(name)` takes a list of numbers, found a list of \(element.plural)\(hint)")
      }
    }
    if builtin.takesValues, arguments.count > 1 { demandOrder(among: arguments, name) }
    if faults.count + more == before { constants(builtin, arguments, place) }
  }

  /// Returns the message for an argument that the parameter does not accept; nil if it does.
  private func misfit(
    _ argument: Int, _ parameter: ValueType, of name: String
  ) -> (problem: String, remedy: String)? {
    let type = checked.types[argument]
    if parameter == .date, case .literal(.text(let text)) = checked.tree.nodes[argument] {
      return CivilDate(text) == nil ? OtherNotations.noDate(text) : nil
    }
    if Checker.accepts(parameter, type) { return nil }
    if case .list(let wanted) = parameter, case .list(let element) = type {
      return ("`\(name)` takes a list of \(wanted.plural), found a list of \(element.plural)", "")
    }
    return ("`\(name)` takes \(parameter.noun), found \(type.noun)", parameter == .date ? dateHint(argument) : "")
  }

  /// Returns the end of a message about an argument's type: the conversion to write, or empty.
  private func hint(for builtin: Builtin, _ parameter: ValueType, _ argument: Int) -> String {
    if case .list = parameter, builtin.takesValues {
      return ": pass a list, or two or more values"
    }
    if case .literal = checked.tree.nodes[argument] { return "" }
    switch (parameter, checked.types[argument]) {
    case (.text, .integer) where builtin.isOfText, (.text, .number) where builtin.isOfText,
      (.text, .date) where builtin.isOfText:
      return ": write text(\(checked.tree.text(of: argument)))"
    case (.number, .text), (.integer, .text): return ": write number(\(checked.tree.text(of: argument)))"
    default: return ""
    }
  }

  /// Returns the end of the message about a list of records, with its first field of numbers.
  private func fieldHint(_ argument: Int, _ name: String) -> String {
    guard case .list(.record(let fields)) = checked.types[argument],
      let field = fields.first(where: { $0.type == .number || $0.type == .integer })
    else { return "" }
    return ": name the field, as in \(name)(\(checked.tree.text(of: argument)).\(field.name))"
  }

  /// Reports the first value that cannot be compared with the preceding one.
  private mutating func demandOrder(among arguments: [Int], _ name: String) {
    for (a, b) in zip(arguments, arguments.dropFirst()) {
      let (first, second) = (checked.types[a], checked.types[b])
      if dates(a, first, b, second) { continue }
      guard first.meets(second), first.isOrdered, second.isOrdered else {
        let hint = first == .date ? dateHint(b) : second == .date ? dateHint(a) : ""
        return fault(b, "`\(name)` does not compare \(first.noun) with \(second.noun)", remedy: hint)
      }
    }
  }

  /// Reports constant arguments for which every evaluation would fail.
  private mutating func constants(_ builtin: Builtin, _ arguments: [Int], _ place: Int) {
    let values = arguments.map { constant($0) }
    for (index, value) in values.enumerated() {
      guard let value, !value.isNull, let why = builtin.refusal(of: value, at: index) else { continue }
      let modes = builtin == .round ? RoundingMode.allCases.map(\.rawValue) : []
      let near = value.string.map { suggestion(for: $0, among: modes) } ?? ""
      let found = checked.tree.text(of: arguments[index])
      return fault(arguments[index], "`\(builtin.rawValue)` takes \(why), found \(found)", remedy: near)
    }
    guard builtin.isPure, !values.isEmpty, values.allSatisfy({ $0 != nil && $0 != .null }) else { return }
    do throws(EvaluationError) {
      let input = ConditionInput(values: [])
      guard try builtin.call(Arguments(values.compactMap(\.self)), input).isNull else { return }
      fault(
        place, builtin == .date ? "this date does not exist" : "`\(builtin.rawValue)` has no result for these values")
    } catch {
      fault(place, error.description)
    }
  }

  /// Returns the value of a literal or a negated literal; nil for any other node.
  private func constant(_ place: Int) -> Value? {
    switch checked.tree.nodes[place] {
    case .literal(let literal): return literal.value
    case .negate(let operand):
      guard case .literal(let literal) = checked.tree.nodes[operand] else { return nil }
      return try? Calculation.negate(literal.value)
    default: return nil
    }
  }

  /// Returns true if a parameter of the first type accepts a value of the second type.
  ///
  /// An `integer` parameter accepts a `number`, because its value may be whole.
  static func accepts(_ parameter: ValueType, _ type: ValueType) -> Bool {
    switch (parameter, type) {
    case (.any, _), (_, .any): true
    case (.integer, .number): true
    case (.integer, .integer), (.number, .integer), (.number, .number), (.number, .boolean): true
    case (.list(let wanted), .list(let element)): accepts(wanted, element)
    case (.record, .record): true
    default: parameter == type
    }
  }
}
