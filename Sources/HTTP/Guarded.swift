import Synchronization

/// A value behind a `Mutex` whose order ThreadSanitizer can see. The slow path of `Mutex` on Linux, taken when threads
/// contend, lies in a library that is not instrumented, so that every contended lock is reported as a race; the
/// atomic beside it says the same order once more where the sanitizer looks, at the price of two plain moves.
struct Guarded<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let order = Atomic(false)

  /// A guarded value.
  init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Runs `body` while no other thread is at the value.
  func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    mutex.withLock { value in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
