import SourceText
import Conditions
import Dates
import Texts
import JSON

/// The format and limits of a time of day, `17:00`, or of a date and time in the bank's time zone,
/// `2026-11-21T17:00`.
///
/// Values are compared as text, because the format sorts chronologically.
struct ClockRules: Sendable {
  /// True for a date and time, false for a time of day.
  let hasDay: Bool
  /// The limits that are expressions, such as `$from`.
  let limits: [WrittenLimit]
  private let minimum: String?
  private let maximum: String?

  var isEmpty: Bool { minimum == nil && maximum == nil && limits.isEmpty }

  /// Reads `min` and `max`. Each is a value in that format or an expression. Limits of a date and
  /// time can also be dates.
  init(_ properties: inout Properties, hasDay: Bool) {
    self.hasDay = hasDay
    limits = ["min", "max"].compactMap { WrittenLimit($0, &properties) }
    minimum = Self.limit("min", &properties, hasDay)
    maximum = Self.limit("max", &properties, hasDay)
    if let minimum, let maximum, Self.exceeds(minimum, maximum), let node = properties.node("max") {
      properties.error(.noPossibleValue, "`max` is before `min`: no value can pass", at: node.location)
    }
  }

  private static func limit(_ name: String, _ properties: inout Properties, _ hasDay: Bool) -> String? {
    guard WrittenLimit(name, &properties) == nil, let node = properties.node(name) else { return nil }
    if let text = node.scalar, TimeText.isTime(text, withDay: hasDay) || hasDay && CivilDate(text) != nil {
      return text
    }
    let form = hasDay ? "a date and time (YYYY-MM-DDTHH:MM), a date (YYYY-MM-DD)" : "a time of day (HH:MM)"
    let hint = hasDay ? node.scalar.flatMap(CommonMistakes.dateHint) ?? "" : ""
    properties.error(
      .wrongValue, "`\(name)` takes \(form) or an expression, such as \(hasDay ? "today()" : "$from")", remedy: hint,
      at: node.location)
    return nil
  }

  /// Returns true if a value is after a limit. A date as limit includes the whole day.
  static func exceeds(_ value: String, _ limit: String) -> Bool {
    limit.utf8.count < value.utf8.count ? value.prefix(limit.utf8.count) > limit : value > limit
  }

  /// Converts a posted value to the form that the atom stores. Returns nil for a value of the wrong
  /// type.
  func read(_ posted: Value, _ normalized: (String) -> String) -> Value? {
    switch posted {
    case .null: return .null
    case .string(let typed):
      let kept = normalized(typed)
      if kept.isEmpty { return .null }
      return TimeText.isTime(kept, withDay: hasDay) ? .string(kept) : nil
    default: return nil
    }
  }

  /// A text in that format.
  var schema: Value {
    let time = "([01][0-9]|2[0-3]):[0-5][0-9]"
    return ValueSchemas.pattern(PatternText.trimmed(hasDay ? "[0-9]{4}-[0-9]{2}-[0-9]{2}T" + time : time))
  }

  /// Returns the violation of a constant `min` or `max`.
  func judge(_ value: Value) -> Violation? {
    guard let text = value.string else { return nil }
    if let minimum, text < minimum { return Violation("min", sentence: "minDate", params: [("min", .string(minimum))]) }
    if let maximum, Self.exceeds(text, maximum) {
      return Violation("max", sentence: "maxDate", params: [("max", .string(maximum))])
    }
    return nil
  }

  /// Writes the constant limits.
  func write(to writer: inout Writer) {
    if let minimum { writer.member("min", minimum) }
    if let maximum { writer.member("max", maximum) }
  }
}

/// A kind whose values are times of day, or dates with a time.
protocol ClockInputKind: InputKind {
  var rules: ClockRules { get }
  var guidance: Guidance { get }
}

extension ClockInputKind {
  var limits: [WrittenLimit] { rules.limits }

  /// True if there is a limit, and always for a date and time. The bank's clock can skip a time,
  /// which clients cannot know.
  var hasRules: Bool { !rules.isEmpty || rules.hasDay }

  package var type: ValueType { .text }

  var typeSentence: String { rules.hasDay ? "typeDateTime" : "typeTime" }

  /// Returns true for text and, if the value has a date, for a date.
  func takesLimit(of limit: ValueType) -> Bool {
    limit == .text || limit == .any || limit == .date && rules.hasDay
  }

  /// Returns a value of the kind or, if `hasDay` is true, a date; nil for any other text.
  func limit(_ value: Value) -> Value? {
    if let kept = read(value) { return kept }
    // A bare `nil` would become `.null` here, which means no limit.
    return rules.hasDay && CivilDate(value.string ?? "") != nil ? value : Value?.none
  }

  package func read(_ posted: Value) -> Value? { rules.read(posted) { normalized($0) } }

  package var schema: Value { rules.schema }

  func judge(_ value: Value) -> Violation? { rules.judge(value) }

  /// Writes the constant limits, `hint` and `help`.
  package func write(to writer: inout Writer, in language: Language) {
    rules.write(to: &writer)
    guidance.write(to: &writer, in: language)
  }
}
