package import Conditions
package import Essentials
package import JSON

/// A time of day, `HH:MM` from `00:00` to `23:59`.
///
///     - {timeInput: at, caption: {ru: Время звонка, en: Time of the call}, min: "09:00", max: "20:00"}
package final class TimeInputKind: InputKind {
  /// `timeInput`.
  package static let name = "timeInput"
  private let rules: ClockRules
  private let guidance: Guidance

  /// Reads `min` and `max`, each a time or an expression that gives one, `hint` and `help`.
  package init(_ properties: inout Properties) {
    rules = ClockRules(&properties, hasDay: false)
    guidance = Guidance(&properties)
  }

  /// The limits that are expressions.
  package var limits: [WrittenLimit] { rules.limits }

  /// Text.
  package var type: ValueType { .text }

  /// Reads the text of a time of day.
  package func read(_ posted: Value) -> Value? { rules.read(posted) { normalized($0) } }

  /// A text in the form of a time of day.
  package var schema: Value { rules.schema }

  /// Returns the violation of `min` or `max`.
  package func judge(_ value: Value) -> Violation? { rules.judge(value) }

  /// Writes the limits that are times, `hint` and `help`.
  package func write(to writer: inout Writer, in language: Language) {
    rules.write(to: &writer)
    guidance.write(to: &writer, in: language)
  }
}
