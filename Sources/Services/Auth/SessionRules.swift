package import Model

/// How long sessions last, and how many a person may have.
package struct SessionRules: Sendable {
  /// How long a login lasts, used or not; 12 hours.
  package var lifetime: Duration = .seconds(12 * 3600)
  /// How long a session lasts that nobody uses; 30 minutes (both are what NIST SP 800-63B says for its level 2).
  package var unused: Duration = .seconds(30 * 60)
  /// How many a person may have at a time: another one ends that which was used longest ago.
  package static let perPerson = 100

  /// How long a session may be used before that is noted again.
  static let noted: Duration = .seconds(60)
  /// How much later than `unused` after its last noted use a session ends: it outlasts the time between two notes, and a
  /// note that was lost with its process.
  static let slack: Duration = .seconds(120)

  /// The defaults.
  package init() {}

  /// From when on the token of a session is refused that is not used after `seen`.
  package func end(of session: SessionRecord, seen: Instant) -> Instant {
    min(session.expires, seen + unused + Self.slack)
  }

  /// Whether the session began before `now`: one that began later outlives its time where the clock was set back, and is
  /// refused. Another process's clock may be a little ahead.
  func hasBegun(_ session: SessionRecord, at now: Instant) -> Bool { session.created - now <= Self.slack }
}
