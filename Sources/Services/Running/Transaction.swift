import Platform
import Secrets
package import Storage

/// The open transaction that an effect works in; its changes are kept or undone as one.
package typealias Transaction = Connection

extension Store {
  /// A write that begins when started and is answered when durable, as part of its request on the writer's thread too.
  ///
  ///     store.deferredWrite(locking: [.person(person)]) { transaction in
  ///       try PersonDAO(transaction).setSigningState(person, .init(0, locked: nil))
  ///     }.start { result in reply(result) }
  ///
  /// `locks` covers all rows that `body` decides by. `body` may run more than once, so it changes nothing outside of
  /// the transaction.
  package func deferredWrite<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) -> Deferred<Value> {
    begin(locking: locks, body, afterCommit: nil)
  }

  /// The same, with work to do after the COMMIT: before the answer, and in the order of commits.
  func deferredWrite<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction, inout AfterCommit) throws -> Value
  ) -> Deferred<Value> {
    begin(
      locking: locks,
      { transaction in
        var after = AfterCommit()
        return (value: try body(transaction, &after), after: after)
      }, afterCommit: { if case .success(let done) = $0 { done.after.run() } }
    ).map { done in done.value }  // A key path would be made anew for each write.
  }

  private func begin<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?
  ) -> Deferred<Value> {
    Deferred { then in
      let request = CurrentRequest.id
      self.write(
        locking: locks, { transaction in try CurrentRequest.with(request) { try body(transaction) } },
        afterCommit: afterCommit.map { afterCommit in { result in CurrentRequest.with(request) { afterCommit(result) } }
        }
      ) { result in then(result.mapError { $0 is WriteQueueFull ? Overloaded() : $0 }) }
    }
  }
}

/// Work to do once a transaction is on disk; dropped if the transaction is undone.
package struct AfterCommit: Sendable {
  private var work: [@Sendable () -> Void] = []

  /// No work yet.
  init() {}

  /// Adds work, which must not block.
  mutating func add(_ work: @escaping @Sendable () -> Void) { self.work.append(work) }

  /// Does all work, in the order of adding.
  func run() { for one in work { one() } }
}

extension WorkerPool {
  /// A computation that begins when started; one that goes `first` waits for no others.
  func deferred<Value: Sendable>(first: Bool = false, _ work: @escaping @Sendable () -> Value) -> Deferred<Value> {
    Deferred { then in
      do { try self.run(first: first, work) { then(.success($0)) } } catch { then(.failure(Overloaded())) }
    }
  }
}

/// The server is at capacity: nothing was done, and a later try may succeed.
package struct Overloaded: Error, Equatable {
  /// Seconds to wait before a retry.
  package let retryAfter: Int

  /// Creates a refusal that asks to wait this long.
  package init(retryAfter: Int = 1) { self.retryAfter = retryAfter }
}
