import Dates
import Model
import Synchronization

/// A clock that only the test advances.
final class TestClock: Sendable {
  private let instant = Mutex(Instant("2026-11-21T12:00:00Z") ?? Instant(seconds: 0))

  var now: Instant { instant.withLock { $0 } }

  func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}
