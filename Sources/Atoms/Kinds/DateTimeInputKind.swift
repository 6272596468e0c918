import Texts
import JSON

/// A day and a time of day by the clock of the bank, `YYYY-MM-DDTHH:MM`.
///
/// The bank's zone stands in the configuration (`timeZone`), so that the value names none: it is the same on every
/// client.
///
///     - {dateTimeInput: visit, caption: {ru: Визит, en: Visit}, min: today(), max: "addDays(today(), 14)"}
final class DateTimeInputKind: ClockInputKind {
  /// `dateTimeInput`.
  static let name = "dateTimeInput"
  let rules: ClockRules
  let guidance: Guidance

  /// Reads `min` and `max`, each a moment, a day or an expression that gives one, `hint` and `help`.
  init(_ properties: inout Properties) {
    rules = ClockRules(&properties, hasDay: true)
    guidance = Guidance(&properties)
  }

  /// Returns the moment as people write it in the language, such as `21.11.2026, 17:00`.
  func shown(_ value: Value, in language: Language) -> String? {
    value.string.flatMap { DateText.text(ofMoment: $0, in: language) }
  }
}
