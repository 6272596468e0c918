import SQLite

/// What is to be done once a transaction is on disk: nothing of it happens where that is undone.
package struct AfterCommit: Sendable {
  private var work: [@Sendable () -> Void] = []

  /// Nothing yet.
  init() {}

  /// Adds something to do; it must not block.
  mutating func add(_ work: @escaping @Sendable () -> Void) { self.work.append(work) }

  /// Does it all, in the order of adding.
  func run() { for one in work { one() } }
}

extension Database {
  /// A write that begins when it is started; when it is durable, what it left to do is done and the answer given.
  func deferredWrite<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction, inout AfterCommit) throws -> Value
  ) -> Deferred<Value> {
    deferredWrite { transaction in
      var after = AfterCommit()
      return (value: try body(transaction, &after), after: after)
    }.map { done in
      done.after.run()
      return done.value
    }
  }
}
