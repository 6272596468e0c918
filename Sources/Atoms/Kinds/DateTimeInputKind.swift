package import Conditions
package import Essentials
package import JSON

/// A day and a time of day by the clock of the bank, `YYYY-MM-DDTHH:MM`.
///
/// The bank's zone stands in the configuration (`timeZone`), so that the value names none: it is the same on every
/// client.
///
///     - {dateTimeInput: visit, caption: {ru: Визит, en: Visit}, min: today(), max: "addDays(today(), 14)"}
package final class DateTimeInputKind: InputKind {
  /// `dateTimeInput`.
  package static let name = "dateTimeInput"
  private let rules: ClockRules
  private let guidance: Guidance

  /// Reads `min` and `max`, each a moment, a day or an expression that gives one, `hint` and `help`.
  package init(_ properties: inout Properties) {
    rules = ClockRules(&properties, hasDay: true)
    guidance = Guidance(&properties)
  }

  /// The limits that are expressions, such as `today()`.
  package var limits: [WrittenLimit] { rules.limits }

  /// Text.
  package var type: ValueType { .text }

  /// Reads the text of a minute of a day that the calendar has.
  package func read(_ posted: Value) -> Value? { rules.read(posted) { normalized($0) } }

  /// A text in the form of a moment.
  package var schema: Value { rules.schema }

  /// Returns the violation of `min` or `max`.
  package func judge(_ value: Value) -> Violation? { rules.judge(value) }

  /// Returns the moment as people write it in the language, such as `21.11.2026, 17:00`.
  package func shown(_ value: Value, in language: Language) -> String? {
    value.string.flatMap { DateText.text(ofMoment: $0, in: language) }
  }

  /// Writes the limits that are moments or days, `hint` and `help`.
  package func write(to writer: inout Writer, in language: Language) {
    rules.write(to: &writer)
    guidance.write(to: &writer, in: language)
  }
}
