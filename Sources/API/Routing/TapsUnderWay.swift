import Model
import Services
import Synchronization

/// One tap of a person: what its client names by an idempotency key.
struct Tap: Hashable, Sendable {
  /// Who tapped.
  let person: PersonID
  /// The operation that is submitted.
  let operation: String
  /// The client's key.
  let key: String
}

/// The taps whose submissions are being written now: the same one again is told to wait, instead of being queued behind
/// the first.
final class TapsUnderWay: Sendable {
  private let taps = Mutex<Set<Tap>>([])

  /// The same work, which fails with the problem `under-way` where work of the same tap has begun and not ended.
  func alone<Value: Sendable>(_ tap: Tap, _ work: Deferred<Value>) -> Deferred<Value> {
    Deferred { [self] then in
      guard taps.withLock({ $0.insert(tap).inserted }) else { return then(.failure(Problem(.underWay))) }
      work.start { [self] result in
        taps.withLock { _ = $0.remove(tap) }
        then(result)
      }
    }
  }
}
