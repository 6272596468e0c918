import Dates
import Model
import Synchronization

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
  private let instant = Mutex(Instant("2026-11-21T12:00:00Z") ?? Instant(seconds: 0))

  /// The time it shows.
  var now: Instant { instant.withLock { $0 } }

  /// Moves it on.
  func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}
