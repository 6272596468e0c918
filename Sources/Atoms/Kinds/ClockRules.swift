import SourceText
import Conditions
import Dates
import Texts
import JSON

/// The form and limits of a time of day, `17:00`, or of a moment of the bank's clock, `2026-11-21T17:00`.
///
/// Both order as their texts do.
struct ClockRules: Sendable {
  /// True for a moment, which has a day.
  let hasDay: Bool
  /// The limits that are expressions, such as `$from`.
  let limits: [WrittenLimit]
  private let minimum: String?
  private let maximum: String?

  /// True without a limit.
  var isEmpty: Bool { minimum == nil && maximum == nil && limits.isEmpty }

  /// Reads `min` and `max`, each a value of that form or an expression that gives one; a moment's may be a day.
  init(_ properties: inout Properties, hasDay: Bool) {
    self.hasDay = hasDay
    limits = ["min", "max"].compactMap { WrittenLimit($0, &properties) }
    minimum = Self.limit("min", &properties, hasDay)
    maximum = Self.limit("max", &properties, hasDay)
    if let minimum, let maximum, Self.exceeds(minimum, maximum), let node = properties.node("max") {
      properties.error("`max` is before `min`: no value can pass", at: node.location)
    }
  }

  private static func limit(_ name: String, _ properties: inout Properties, _ hasDay: Bool) -> String? {
    guard WrittenLimit(name, &properties) == nil, let node = properties.node(name) else { return nil }
    if let text = node.scalar, TimeText.isTime(text, withDay: hasDay) || hasDay && CivilDate(text) != nil {
      return text
    }
    let form = hasDay ? "a moment, YYYY-MM-DDTHH:MM, a day, YYYY-MM-DD," : "a time of day, HH:MM,"
    let hint = hasDay ? node.scalar.flatMap(CommonMistakes.dateHint) ?? "" : ""
    properties.error(
      "`\(name)` takes \(form) or an expression that gives one, such as \(hasDay ? "today()" : "$from")\(hint)",
      at: node.location)
    return nil
  }

  /// Returns true if a value lies after a limit; a day as the limit ends with its last minute.
  static func exceeds(_ value: String, _ limit: String) -> Bool {
    limit.utf8.count < value.utf8.count ? value.prefix(limit.utf8.count) > limit : value > limit
  }

  /// Returns the form in which a posted value is kept; nil for one of another type.
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

  /// A text of that form.
  var schema: Value {
    let time = "([01][0-9]|2[0-3]):[0-5][0-9]"
    return ValueSchemas.pattern(PatternText.trimmed(hasDay ? "[0-9]{4}-[0-9]{2}-[0-9]{2}T" + time : time))
  }

  /// Returns the violation of `min` or `max`.
  func judge(_ value: Value) -> Violation? {
    guard let text = value.string else { return nil }
    if let minimum, text < minimum { return Violation("min", sentence: "minDate", params: [("min", .string(minimum))]) }
    if let maximum, Self.exceeds(text, maximum) {
      return Violation("max", sentence: "maxDate", params: [("max", .string(maximum))])
    }
    return nil
  }

  /// Writes the limits that are plain values.
  func write(to writer: inout Writer) {
    if let minimum { writer.member("min", minimum) }
    if let maximum { writer.member("max", maximum) }
  }
}

/// A kind whose values are times of day or moments.
protocol ClockInputKind: InputKind {
  var rules: ClockRules { get }
  var guidance: Guidance { get }
}

extension ClockInputKind {
  /// The limits that are expressions, such as `today()`.
  var limits: [WrittenLimit] { rules.limits }

  /// True with limits, and for a moment: the bank's clock may skip it, and a client does not know that clock.
  var hasRules: Bool { !rules.isEmpty || rules.hasDay }

  /// Text.
  package var type: ValueType { .text }

  /// The name of the sentence about a value that is no time.
  var typeSentence: String { rules.hasDay ? "typeDateTime" : "typeTime" }

  /// Returns true for text and, with a day, for a date.
  func takesLimit(of limit: ValueType) -> Bool {
    limit == .text || limit == .any || limit == .date && rules.hasDay
  }

  /// Returns a value of the kind or, with a day, a date; nil for any other text.
  func limit(_ value: Value) -> Value? {
    if let kept = read(value) { return kept }
    // A bare `nil` beside a value would be null, which limits nothing.
    return rules.hasDay && CivilDate(value.string ?? "") != nil ? value : Value?.none
  }

  /// Reads the text of a time.
  package func read(_ posted: Value) -> Value? { rules.read(posted) { normalized($0) } }

  /// A text in the form of the time.
  package var schema: Value { rules.schema }

  /// Returns the violation of `min` or `max`.
  func judge(_ value: Value) -> Violation? { rules.judge(value) }

  /// Writes the limits that are plain values, `hint` and `help`.
  package func write(to writer: inout Writer, in language: Language) {
    rules.write(to: &writer)
    guidance.write(to: &writer, in: language)
  }
}
