import Platform
import Secrets
package import Storage

/// The open transaction in which an effect runs. Its changes commit or roll back together.
package typealias Transaction = Connection

extension Store {
  /// Returns a deferred write, which delivers its value once the changes are durable. `body` runs
  /// as part of the current request.
  ///
  /// Fails with `Overloaded` if the write queue is full.
  ///
  /// - Parameters:
  ///   - locks: The rows that `body` reads to make its decisions.
  ///   - body: The changes. It can run more than once, so it must change nothing outside of the
  ///     transaction.
  package func deferredWrite<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) -> Deferred<Value> {
    begin(locking: locks, body, afterCommit: nil)
  }

  /// Returns a deferred write that also runs its `AfterCommit` work. The work runs after the commit
  /// and before the value is delivered, in the order of commits.
  func deferredWrite<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction, inout AfterCommit) throws -> Value
  ) -> Deferred<Value> {
    begin(
      locking: locks,
      { transaction in
        var after = AfterCommit()
        return (value: try body(transaction, &after), after: after)
      }, afterCommit: { if case .success(let done) = $0 { done.after.run() } }
    ).map { done in done.value }
  }

  private func begin<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?
  ) -> Deferred<Value> {
    Deferred { then in
      let request = CurrentRequest.mark
      self.write(
        locking: locks, { transaction in try CurrentRequest.with(request) { try body(transaction) } },
        afterCommit: afterCommit.map { afterCommit in { result in CurrentRequest.with(request) { afterCommit(result) } }
        }
      ) { result in then(result.mapError { $0 is WriteQueueFull ? Overloaded() : $0 }) }
    }
  }
}

/// Work to run once a transaction is durable. It is discarded if the transaction is rolled back.
package struct AfterCommit: Sendable {
  private var work: [@Sendable () -> Void] = []

  init() {}

  /// Adds work, which must not block.
  mutating func add(_ work: @escaping @Sendable () -> Void) { self.work.append(work) }

  /// Runs the work in the order in which it was added.
  func run() { for one in work { one() } }
}

extension WorkerPool {
  /// Returns a deferred computation on the pool. If `first` is true, it precedes all ordinary work
  /// in the queue.
  ///
  /// Fails with `Overloaded` if the queue is full.
  func deferred<Value: Sendable>(first: Bool = false, _ work: @escaping @Sendable () -> Value) -> Deferred<Value> {
    Deferred { then in
      do { try self.run(first: first, work) { then(.success($0)) } } catch { then(.failure(Overloaded())) }
    }
  }
}

/// The server is at capacity. Nothing was done, and a retry can succeed.
package struct Overloaded: Error, Equatable {
  /// Seconds to wait before a retry.
  package let retryAfter: Int

  package init(retryAfter: Int = 1) { self.retryAfter = retryAfter }
}
