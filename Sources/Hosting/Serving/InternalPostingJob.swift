import Dispatch
import Logging
import Services
import Synchronization

/// Adds entries of the bank's own accounts to their balances every ten seconds, if payments do not
/// do so themselves.
///
/// One server of a database does this. If it has stopped for twenty seconds, another server takes
/// over.
final class InternalPostingJob: Sendable {
  private static let pause: DispatchTimeInterval = .seconds(10)
  private static let lease: Duration = .seconds(20)

  private let entries: InternalEntries
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.entries")
  private let isStopped = Mutex(false)

  /// Starts the job, which continues until `stop`.
  init(_ entries: InternalEntries, _ log: Logger) {
    (self.entries, self.log) = (entries, log)
    wait()
  }

  func stop() { isStopped.withLock { $0 = true } }

  private func wait() { queue.asyncAfter(deadline: .now() + Self.pause) { self.takeIn() } }

  private func takeIn() {
    if isStopped.withLock({ $0 }) { return }
    entries.takeIn(alone: Self.lease).start { result in
      if case .failure(let error) = result, !self.isStopped.withLock({ $0 }) {
        self.log.report("cannot post the entries of the bank's own accounts", error)
      }
      self.wait()
    }
  }
}
