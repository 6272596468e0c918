/// A time of day, `HH:MM` from `00:00` to `23:59`.
final class TimeInputKind: ClockInputKind {
  static let name = "timeInput"
  let rules: ClockRules
  let guidance: Guidance

  /// Reads `min` and `max`, each a time or an expression, `hint` and `help`.
  init(_ properties: inout Properties) {
    rules = ClockRules(&properties, hasDay: false)
    guidance = Guidance(&properties)
  }
}
