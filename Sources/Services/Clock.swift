import FoundationEssentials
package import Model
import Secrets

/// What time it is: given to every service, so that tests may say.
package typealias Clock = @Sendable () -> Instant

extension Instant {
  /// The time of the system's clock.
  package static var systemNow: Instant {
    Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
  }
}

extension Identifier {
  /// A new identifier made at `instant`.
  static func new(at instant: Instant) -> Self {
    Self(at: instant, random: (Randomness.word(), Randomness.word()))
  }
}
