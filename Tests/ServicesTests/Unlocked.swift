import Storage

extension Store {
  /// Queues a write without locks. With one writer it needs none.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) { write(locking: [], body, afterCommit: nil, then: then) }
}
