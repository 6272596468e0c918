/// A time of the day from which on what is signed carries the next business day.
package struct CutOff: Sendable, Equatable, CustomStringConvertible {
  /// Minutes from midnight, 1 to 1439.
  package let minutes: Int

  /// That many minutes after midnight; nil for what is no time of the day, and for midnight itself.
  package init?(minutes: Int) {
    guard (1..<24 * 60).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// `17:00`.
  package var description: String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
