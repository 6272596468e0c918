/// How often somebody failed lately, and until when they have to wait.
package struct FailureCount: Sendable, Equatable {
  /// What failures are counted for.
  package enum Kind: String, Sendable {
    /// A login from an address.
    case pair
    /// A login, from anywhere.
    case login
    /// An address, whatever the login.
    case address
    /// The present password of somebody who is logged in.
    case password
  }

  /// How many failures counted at `at`.
  package let level: Int
  /// When that was.
  package let at: Instant
  /// No attempt is looked at before then.
  package let until: Instant
  /// From then on nothing of it counts.
  package let forgotten: Instant

  /// A count.
  package init(level: Int, at: Instant, until: Instant, forgotten: Instant) {
    (self.level, self.at, self.until, self.forgotten) = (level, at, until, forgotten)
  }
}
