import JSON

/// The text functions: nil if an argument is nil, an error for more than `maxCharacters`.
extension Builtin {
  func text(_ arguments: Arguments) throws(EvaluationError) -> Value {
    // `join` skips nil elements of its list instead.
    if arguments.hasNull { return .null }
    switch self {
    case .text: return try written(arguments)
    case .join: return try join(arguments)
    case .concat: return try concat(arguments)
    default: break
    }
    let text = try string(arguments[0])
    switch self {
    case .uppercase: return try result(text.uppercased())
    case .lowercase: return try result(text.lowercased())
    case .length: return .integer(Int64(TextFunctions.count(of: text)))
    case .trim: return try result(TextFunctions.trimmed(text))
    case .number: return TextFunctions.number(text) ?? .null
    case .substring:
      let start = try whole(arguments, 1)
      let count = arguments.count > 2 ? try whole(arguments, 2) : Int.max
      return try result(TextFunctions.substring(text, from: start, count: count))
    case .replace:
      let (target, replacement) = (try filled(arguments[1]), try string(arguments[2]))
      return try result(TextFunctions.replaced(text, target, by: replacement))
    case .split: return try split(text, by: try filled(arguments[1]))
    default: return try padded(text, arguments)
    }
  }

  private func written(_ arguments: Arguments) throws(EvaluationError) -> Value {
    if case .string = arguments[0], arguments.count == 1 { return try result(string(arguments[0])) }
    guard let number = Number(arguments[0]), ValueKind(arguments[0]) == .number else {
      throw EvaluationError(.unsuited("`\(rawValue)`", ValueKind(arguments[0])))
    }
    if case .integer(let whole) = number, arguments.count == 1 { return .string("\(whole)") }
    guard let exact = number.exact ?? Decimal(shortest: number.double) else {
      throw EvaluationError(.undefined(rawValue))
    }
    guard arguments.count > 1 else { return .string(exact.description) }
    let places = try whole(arguments, 1)
    guard let text = exact.rounded(places: places).text(places: places) else {
      throw EvaluationError(.overflow(rawValue))
    }
    return .string(text)
  }

  private func concat(_ arguments: Arguments) throws(EvaluationError) -> Value {
    var bytes = 0
    for index in 0..<arguments.count { bytes += try string(arguments[index]).utf8.count }
    guard bytes <= TextFunctions.maxBytes else { throw EvaluationError(.length(rawValue)) }
    var text = ""
    text.reserveCapacity(bytes)
    for index in 0..<arguments.count { if case .string(let part) = arguments[index] { text += part } }
    return try result(text)
  }

  private func join(_ arguments: Arguments) throws(EvaluationError) -> Value {
    guard case .array(let elements) = arguments[0] else {
      throw EvaluationError(.unsuited("`\(rawValue)`", ValueKind(arguments[0])))
    }
    try StepBudget.charge(elements.count)
    let separator = try string(arguments[1])
    var (text, isFirst) = ("", true)
    for element in elements where !element.isNull {
      if !isFirst { text += separator }
      isFirst = false
      text += try string(element)
      guard text.utf8.count <= TextFunctions.maxBytes else { throw EvaluationError(.length(rawValue)) }
    }
    return try result(text)
  }

  private func split(_ text: String, by separator: String) throws(EvaluationError) -> Value {
    _ = try result(text)
    let parts = TextFunctions.split(text, by: separator)
    try StepBudget.charge(parts.count)
    return .array(parts)
  }

  private func padded(_ text: String, _ arguments: Arguments) throws(EvaluationError) -> Value {
    let length = try whole(arguments, 1)
    let fill = arguments.count > 2 ? try filled(arguments[2]) : " "
    guard let padding = TextFunctions.padding(of: text, to: length, with: fill) else { return try result(text) }
    return try result(self == .padStart ? padding + text : text + padding)
  }

  /// Returns a text argument and charges for its length.
  private func string(_ value: Value) throws(EvaluationError) -> String {
    guard case .string(let text) = value else { throw EvaluationError(.unsuited("`\(rawValue)`", ValueKind(value))) }
    try StepBudget.charge(text)
    return text
  }

  /// Returns a text argument that must not be empty.
  private func filled(_ value: Value) throws(EvaluationError) -> String {
    let text = try string(value)
    if text.isEmpty { throw EvaluationError(.undefined(rawValue)) }
    return text
  }

  /// Returns a text as a value and charges for its length; throws if the text is nil or too long.
  private func result(_ text: String?) throws(EvaluationError) -> Value {
    guard let text, text.utf8.count <= Self.maxCharacters || TextFunctions.count(of: text) <= Self.maxCharacters
    else {
      throw EvaluationError(.length(rawValue))
    }
    try StepBudget.charge(text)
    return .string(text)
  }
}
