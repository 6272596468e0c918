/// A thread-local value for the duration of a call. Unlike a task-local value, it allocates
/// nothing.
package struct CallLocal<Value: Sendable>: Sendable {
  private let key: pthread_key_t

  /// Creates a value that is not set. A process has a limited number of them, so the object must be
  /// in a `static let`.
  package init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "the process has no thread-local value left")
    self.key = key
  }

  /// The value set by the innermost `with` on this thread; nil outside `with`.
  package var value: Value? {
    pthread_getspecific(key).map { $0.assumingMemoryBound(to: Value.self).pointee }
  }

  /// Sets the value while `body` runs on the calling thread.
  package func with<Result>(_ value: Value, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    defer { pthread_setspecific(key, outer) }
    return try withUnsafePointer(to: value) { value in
      pthread_setspecific(key, value)
      return try body()
    }
  }
}
