import Dispatch
import Synchronization

/// The errors of many deferred calls that run at once.
final class Outcomes: Sendable {
  private let group = DispatchGroup()
  private let errors = Mutex([any Error]())

  /// A call begins.
  func begin() { group.enter() }

  /// A call has ended.
  func end(_ result: Result<Void, any Error>) {
    if case .failure(let error) = result { errors.withLock { $0.append(error) } }
    group.leave()
  }

  /// The errors, when all calls have ended.
  func wait() -> [any Error] {
    group.wait()
    return errors.withLock { $0 }
  }
}
