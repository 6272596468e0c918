import Model

/// The time as log lines print it.
struct LogClock: Sendable {
  /// Now, as RFC 3339 in UTC.
  func now() -> String { Instant.now.description }
}
