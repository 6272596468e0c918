/// A point in time: microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
package struct Instant: Hashable, Sendable, Comparable {
  /// Microseconds since the epoch.
  package let microseconds: Int64

  /// The instant this many microseconds after the epoch.
  package init(microseconds: Int64) { self.microseconds = microseconds }
  /// The instant this many seconds after the epoch.
  package init(seconds: Int64) { microseconds = seconds * 1_000_000 }

  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
  /// The instant `duration` later, to the microsecond.
  package static func + (left: Self, duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    return Self(microseconds: left.microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
  /// The time from `right` to `left`.
  package static func - (left: Self, right: Self) -> Duration {
    .microseconds(left.microseconds - right.microseconds)
  }
}
