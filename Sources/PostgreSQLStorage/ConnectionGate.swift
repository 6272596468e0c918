import Storage
import Synchronization

/// A pause between two tries to connect, from the second failure in a row on, longer after each and never the same for two processes: a server that comes back is
/// not met by all at once, and nobody waits for one that has just been found gone.
final class ConnectionGate: Sendable {
  private struct State {
    var failures = 0
    var opens = ContinuousClock.now
    var error: StoreError?
  }

  private let state = Mutex(State())

  /// The shortest and the longest pause.
  static let pauses: (first: Duration, last: Duration) = (.milliseconds(50), .seconds(2))

  /// Throws the last error while the pause lasts.
  func pass() throws(StoreError) {
    let error = state.withLock { $0.opens > .now ? $0.error : nil }
    if let error { throw error }
  }

  /// Notes that nobody was reached. Those who tried at the same moment make the pause no longer.
  func failed(_ error: StoreError) {
    state.withLock { state in
      state.error = error
      guard state.opens <= .now else { return }
      // The first may have been cut on its way to a server that is there: the next try tells.
      if state.failures > 0 { state.opens = .now + Self.pause(after: state.failures - 1) }
      state.failures += 1
    }
  }

  /// The moment at which the pause ends, or has ended.
  var opens: ContinuousClock.Instant { state.withLock { $0.opens } }

  /// Notes that the server was reached.
  func succeeded() { state.withLock { $0 = State() } }

  /// A pause after that many earlier failures: between half and the whole of a time that doubles.
  static func pause(after failures: Int) -> Duration {
    let whole = min(pauses.last, pauses.first * (1 << min(failures, 10)))
    return whole * Double.random(in: 0.5...1)
  }
}
