import Dispatch
import Logging
import Services
import Synchronization

/// Takes entries of the bank's own accounts into their balances, every ten seconds, where payments do not do it themselves. One of the
/// servers of a database does so; another one goes on where that one has not for twenty seconds.
final class InternalPostingJob: Sendable {
  private static let pause: DispatchTimeInterval = .seconds(10)
  private static let lease: Duration = .seconds(20)

  private let entries: InternalEntries
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.entries")
  private let isStopped = Mutex(false)

  /// Begins, and goes on until it is stopped.
  init(_ entries: InternalEntries, _ log: Logger) {
    (self.entries, self.log) = (entries, log)
    wait()
  }

  /// Begins nothing more.
  func stop() { isStopped.withLock { $0 = true } }

  private func wait() { queue.asyncAfter(deadline: .now() + Self.pause) { self.takeIn() } }

  private func takeIn() {
    if isStopped.withLock({ $0 }) { return }
    entries.takeIn(alone: Self.lease).start { result in
      if case .failure(let error) = result, !self.isStopped.withLock({ $0 }) {
        self.log.report("cannot take in the entries of the bank's own accounts", error)
      }
      self.wait()
    }
  }
}
