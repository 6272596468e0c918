import Dispatch
import Logging
import Model
import Services
import Synchronization

/// Forgets what has been kept long enough: when the server starts, and then every hour.
final class RetentionWatch: Sendable {
  private static let pause: DispatchTimeInterval = .seconds(3600)

  private let retention: Retention
  /// How long submissions are kept by the operations that serve now.
  private let spans: @Sendable () -> [String: KeptSpan]
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.retention")
  private let isStopped = Mutex(false)

  /// Begins at once, and goes on until it is stopped.
  init(_ retention: Retention, _ log: Logger, spans: @escaping @Sendable () -> [String: KeptSpan]) {
    (self.retention, self.log, self.spans) = (retention, log, spans)
    queue.async { self.sweep() }
  }

  /// Begins nothing more.
  func stop() { isStopped.withLock { $0 = true } }

  private func sweep() {
    if isStopped.withLock({ $0 }) { return }
    retention.adopt(spans()).then { _ in self.retention.sweep() }.start { result in
      switch result {
      case .success(let removed) where removed.isEmpty: break
      case .success(let removed):
        self.log.info("forgot what was kept long enough", metadata: ["removed": "\(removed.listed)"])
      case .failure(let error):
        // A server that stops takes no more writes.
        if self.isStopped.withLock({ $0 }) { return }
        self.log.error("cannot forget what was kept long enough", metadata: ["error": "\(error)"])
      }
      self.queue.asyncAfter(deadline: .now() + Self.pause) { self.sweep() }
    }
  }
}
