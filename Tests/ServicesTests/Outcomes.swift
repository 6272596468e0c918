import Dispatch
import Synchronization

/// Collects the errors of concurrent deferred calls.
final class Outcomes: Sendable {
  private let group = DispatchGroup()
  private let errors = Mutex([any Error]())

  /// Records the start of a call.
  func begin() { group.enter() }

  /// Records the result of a call.
  func end(_ result: Result<Void, any Error>) {
    if case .failure(let error) = result { errors.withLock { $0.append(error) } }
    group.leave()
  }

  /// Waits until all calls have ended and returns their errors.
  func wait() -> [any Error] {
    group.wait()
    return errors.withLock { $0 }
  }
}
