/// A time of day, `HH:MM` from `00:00` to `23:59`.
///
///     - {timeInput: at, caption: {ru: Время звонка, en: Time of the call}, min: "09:00", max: "20:00"}
final class TimeInputKind: ClockInputKind {
  /// `timeInput`.
  static let name = "timeInput"
  let rules: ClockRules
  let guidance: Guidance

  /// Reads `min` and `max`, each a time or an expression that gives one, `hint` and `help`.
  init(_ properties: inout Properties) {
    rules = ClockRules(&properties, hasDay: false)
    guidance = Guidance(&properties)
  }
}
