import Dispatch
import Synchronization

/// Runs `work` on a thread that belongs neither to the server nor to the test.
func onAnotherThread(_ work: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: work) }

/// A value that one thread sets and another thread waits for.
final class Promise<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let given = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    given.signal()
  }

  /// Waits up to one minute for the value. Returns nil after that.
  func wait() -> Value? {
    guard given.wait(timeout: .now() + 60) == .success else { return nil }
    given.signal()
    return value.withLock { $0 }
  }
}
