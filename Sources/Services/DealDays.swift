package import Model

/// The bank's days, as deals follow them.
package struct DealDays: Sendable {
  /// The day at an instant.
  package let day: @Sendable (Instant) -> CivilDate
  /// When a day begins.
  package let start: @Sendable (CivilDate) -> Instant

  /// The days of a time zone.
  package init(
    day: @escaping @Sendable (Instant) -> CivilDate, start: @escaping @Sendable (CivilDate) -> Instant
  ) {
    (self.day, self.start) = (day, start)
  }
}
