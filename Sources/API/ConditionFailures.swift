import Atoms
import HTTP
import Logging
import Synchronization

/// Logs a condition that could not be evaluated, once for each version of its operation.
final class ConditionFailures: Sendable {
  private let log: Logger
  private let known = Mutex<Set<String>>([])

  init(log: Logger) { self.log = log }

  /// Notes what an evaluation could not work out.
  func note(_ failures: [EvaluationFailure], of operation: Operation, _ call: Call) {
    for failure in failures {
      let name = "\(operation.id) \(operation.version) \(failure.atom) \(failure.dependency)"
      guard known.withLock({ $0.insert(name).inserted }) else { continue }
      log.error(
        "a condition cannot be evaluated",
        metadata: [
          "requestId": "\(call.request.id)", "operation": "\(operation.id)", "atom": "\(failure.atom)",
          "dependency": "\(failure.dependency)", "error": "\(failure.message)",
        ])
    }
  }
}
