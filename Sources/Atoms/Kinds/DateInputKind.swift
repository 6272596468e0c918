import SourceText
import Conditions
import Dates
import Texts
import JSON

/// A calendar date, `YYYY-MM-DD`.
final class DateInputKind: InputKind {
  static let name = "dateInput"
  /// The limits that are expressions, such as `today()`.
  let limits: [WrittenLimit]
  private let minimum: String?
  private let maximum: String?
  private let guidance: Guidance

  /// Reads `min` and `max`, each a date or an expression, `hint` and `help`.
  init(_ properties: inout Properties) {
    limits = ["min", "max"].compactMap { WrittenLimit($0, &properties) }
    minimum = Self.date("min", &properties)
    maximum = Self.date("max", &properties)
    guidance = Guidance(&properties)
    if let minimum, let maximum, maximum < minimum, let node = properties.node("max") {
      properties.error(.noPossibleValue, "`max` is before `min`: no value can pass", at: node.location)
    }
  }

  private static func date(_ name: String, _ properties: inout Properties) -> String? {
    guard WrittenLimit(name, &properties) == nil, let node = properties.node(name) else { return nil }
    if let text = node.scalar, CivilDate(text) != nil { return text }
    let hint = node.scalar.flatMap(CommonMistakes.dateHint) ?? ""
    properties.error(
      .wrongValue, "`\(name)` takes a date (YYYY-MM-DD) or an expression, such as today()", remedy: hint,
      at: node.location)
    return nil
  }

  /// The constant limits, in quotation marks.
  var bounds: (minimum: String?, maximum: String?) { (minimum.map { "'\($0)'" }, maximum.map { "'\($0)'" }) }

  var type: ValueType { .date }

  /// Reads the text of an existing calendar date.
  func read(_ posted: Value) -> Value? {
    switch posted {
    case .null: return .null
    case .string(let typed):
      let kept = normalized(typed)
      if kept.isEmpty { return .null }
      return CivilDate(kept) == nil ? nil : .string(kept)
    default: return nil
    }
  }

  /// A text in the format of a date.
  var schema: Value { ValueSchemas.pattern(PatternText.trimmed("[0-9]{4}-[0-9]{2}-[0-9]{2}")) }

  /// Returns the violation of a constant `min` or `max`.
  func judge(_ value: Value) -> Violation? {
    // Texts in this format sort chronologically.
    guard let date = value.string else { return nil }
    if let minimum, date < minimum { return Violation("min", sentence: "minDate", params: [("min", .string(minimum))]) }
    if let maximum, date > maximum { return Violation("max", sentence: "maxDate", params: [("max", .string(maximum))]) }
    return nil
  }

  /// Returns the date in the format of the language.
  func shown(_ value: Value, in language: Language) -> String? {
    value.string.flatMap { CivilDate($0) }.map { DateText.text(of: $0, in: language) }
  }

  func write(to writer: inout Writer, in language: Language) {
    if let minimum { writer.member("min", minimum) }
    if let maximum { writer.member("max", maximum) }
    guidance.write(to: &writer, in: language)
  }
}
