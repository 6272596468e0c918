package import Model
import Secrets

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What time it is: given to every service, so that tests may say.
package typealias Clock = @Sendable () -> Instant

extension Instant {
  /// The time of the system's clock.
  package static var systemNow: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}

extension Identifier {
  /// A new identifier made at `instant`.
  static func new(at instant: Instant) -> Self {
    Self(at: instant, random: (Randomness.word(), Randomness.word()))
  }
}
