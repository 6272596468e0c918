/// A value that a call sets for all that it calls on its thread. Unlike a task-local value it allocates nothing.
///
///     let name = CallLocal<String>()
///     name.with("payments") {
///       name.value  // "payments", in whatever this calls
///     }
///     name.value  // nil
package struct CallLocal<Value: Sendable>: Sendable {
  private let key: pthread_key_t

  /// Makes a value that no call has set. The system has some hundred of them for the whole process: keep it in a
  /// `static let`.
  package init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "the process has no thread-local value left")
    self.key = key
  }

  /// The value of the innermost call on this thread that has set one; nil if none has.
  package var value: Value? {
    pthread_getspecific(key).map { $0.assumingMemoryBound(to: Value.self).pointee }
  }

  /// Runs `body`, which stays on the calling thread, with that value.
  package func with<Result>(_ value: Value, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    defer { pthread_setspecific(key, outer) }
    return try withUnsafePointer(to: value) { value in
      pthread_setspecific(key, value)
      return try body()
    }
  }
}
