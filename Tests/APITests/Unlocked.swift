import Storage

extension Store {
  /// Queues a write without locks. This is safe with one writer.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) { write(locking: [], body, afterCommit: nil, then: then) }
}
