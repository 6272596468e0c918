import Storage

extension Store {
  /// Queues a write that locks nothing: with one writer it needs no locks.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) { write(locking: [], body, afterCommit: nil, then: then) }
}
