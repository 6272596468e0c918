import Dispatch
import Synchronization

/// Does work on a thread that is neither the server's nor the test's.
func onAnotherThread(_ work: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: work) }

/// A value that one thread gives and another waits for.
final class Promise<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let given = DispatchSemaphore(value: 0)

  /// Gives the value.
  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    given.signal()
  }

  /// Waits for the value, at most a minute; nil then.
  func wait() -> Value? {
    guard given.wait(timeout: .now() + 60) == .success else { return nil }
    given.signal()
    return value.withLock { $0 }
  }
}
