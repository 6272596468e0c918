import Texts
import JSON

/// A date and a time of day in the bank's time zone, `YYYY-MM-DDTHH:MM`.
///
/// The time zone is in the configuration (`timeZone`). The value has no zone, so it is the same on
/// every client.
final class DateTimeInputKind: ClockInputKind {
  static let name = "dateTimeInput"
  let rules: ClockRules
  let guidance: Guidance

  /// Reads `min` and `max`, each a date and time, a date or an expression; `hint` and `help`.
  init(_ properties: inout Properties) {
    rules = ClockRules(&properties, hasDay: true)
    guidance = Guidance(&properties)
  }

  /// Returns the date and time in the format of the language, such as `21.11.2026, 17:00`.
  func shown(_ value: Value, in language: Language) -> String? {
    value.string.flatMap { DateText.text(ofMoment: $0, in: language) }
  }
}
