import Platform
import Secrets
package import Storage

/// The open transaction in which an effect works. All its changes are kept or undone together.
package typealias Transaction = Connection

extension Store {
  /// Returns a write that runs when it is started and is answered when it is durable.
  ///
  /// The rows by which `body` decides must belong to `locks`. The write belongs to its request, on the writer's thread
  /// too.
  package func deferredWrite<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) -> Deferred<Value> {
    begin(locking: locks, body, settled: nil)
  }

  /// The same with work after the COMMIT, which runs before the answer and in the order of commits.
  func deferredWrite<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction, inout AfterCommit) throws -> Value
  ) -> Deferred<Value> {
    begin(
      locking: locks,
      { transaction in
        var after = AfterCommit()
        return (value: try body(transaction, &after), after: after)
      }, settled: { if case .success(let done) = $0 { done.after.run() } }
    ).map(\.value)
  }

  private func begin<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction) throws -> Value,
    settled: (@Sendable (Result<Value, any Error>) -> Void)?
  ) -> Deferred<Value> {
    Deferred { then in
      let request = CurrentRequest.id
      self.write(
        locking: locks, { transaction in try CurrentRequest.with(request) { try body(transaction) } },
        settled: settled.map { settled in { result in CurrentRequest.with(request) { settled(result) } } }
      ) { result in then(result.mapError { $0 is WriteQueueFull ? Overloaded() : $0 }) }
    }
  }
}

extension WorkerPool {
  /// Returns a computation that runs when it is started. One with `first` goes ahead of all others.
  func deferred<Value: Sendable>(first: Bool = false, _ work: @escaping @Sendable () -> Value) -> Deferred<Value> {
    Deferred { then in
      do { try self.run(first: first, work) { then(.success($0)) } } catch { then(.failure(Overloaded())) }
    }
  }
}

/// Work for the time after the COMMIT; none of it runs if the transaction is undone.
package struct AfterCommit: Sendable {
  private var work: [@Sendable () -> Void] = []

  /// Creates an empty list of work.
  init() {}

  /// Adds something to do; it must not block.
  mutating func add(_ work: @escaping @Sendable () -> Void) { self.work.append(work) }

  /// Does it all, in the order of adding.
  func run() { for one in work { one() } }
}

/// The server has no capacity left: nothing was done, and a later try may succeed.
package struct Overloaded: Error, Equatable {
  /// The seconds to wait before the next try.
  package let retryAfter: Int

  /// Creates a refusal that asks to wait this long.
  package init(retryAfter: Int = 1) { self.retryAfter = retryAfter }
}
