import Dispatch
import Logging
import Services
import Synchronization

/// Work of the bank that a server repeats with a pause. The work itself takes the lease if only one
/// server of a database may do it.
final class PeriodicJob: Sendable {
  private let pause: DispatchTimeInterval
  private let failure: String
  private let log: Logger
  private let work: @Sendable () -> Deferred<Void>
  private let queue: DispatchQueue
  private let isStopped = Mutex(false)

  /// Starts the job after the first pause. It continues until `stop`.
  ///
  /// - Parameters:
  ///   - name: The name of the job, for its queue.
  ///   - seconds: The pause before each run.
  ///   - failure: The text of the log line for an error.
  init(
    _ name: String, every seconds: Int, failing failure: String, _ log: Logger,
    _ work: @escaping @Sendable () -> Deferred<Void>
  ) {
    pause = .seconds(seconds)
    (self.failure, self.log, self.work) = (failure, log, work)
    queue = DispatchQueue(label: "valence.\(name)")
    wait()
  }

  func stop() { isStopped.withLock { $0 = true } }

  private func wait() { queue.asyncAfter(deadline: .now() + pause) { self.run() } }

  private func run() {
    if isStopped.withLock({ $0 }) { return }
    work().start { result in
      if case .failure(let error) = result, !self.isStopped.withLock({ $0 }) {
        self.log.report("\(self.failure)", error)
      }
      self.wait()
    }
  }
}
