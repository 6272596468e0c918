import Storage
import Synchronization

/// The pause between two attempts to connect, from the second consecutive failure on. During the
/// pause, callers receive the last error immediately.
///
/// The pause increases with each failure. It is random, so that clients do not all connect at the
/// moment at which a server recovers.
final class ConnectionGate: Sendable {
  private struct State {
    var failures = 0
    var opens = ContinuousClock.now
    var error: StoreError?
  }

  private let state = Mutex(State())

  /// The first and the maximum pause, before the random reduction.
  static let pauses: (first: Duration, last: Duration) = (.milliseconds(50), .seconds(2))

  /// Throws the last error during the pause.
  func pass() throws(StoreError) {
    let error = state.withLock { $0.opens > .now ? $0.error : nil }
    if let error { throw error }
  }

  /// Records a failed attempt. A failure during the pause does not extend it.
  func failed(_ error: StoreError) {
    state.withLock { state in
      state.error = error
      guard state.opens <= .now else { return }
      // The first failure starts no pause, because it may concern only one connection.
      if state.failures > 0 { state.opens = .now + Self.pause(after: state.failures - 1) }
      state.failures += 1
    }
  }

  /// The end of the current or the last pause.
  var opens: ContinuousClock.Instant { state.withLock { $0.opens } }

  /// Records a successful attempt, which resets the pause.
  func succeeded() { state.withLock { $0 = State() } }

  /// Returns a random pause between half and all of a time that doubles with each earlier failure.
  static func pause(after failures: Int) -> Duration {
    let whole = min(pauses.last, pauses.first * (1 << min(failures, 10)))
    return whole * Double.random(in: 0.5...1)
  }
}
