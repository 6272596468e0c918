import Platform
import Secrets
package import Storage

/// The open transaction that an effect works in; what it does there is kept or undone as one.
package typealias Transaction = Connection

extension Store {
  /// A write that begins when it is started and is answered when it is durable; it belongs to the request that it is
  /// made for, on the writer's thread too.
  ///
  /// Everything that `body` decides by belongs to what `locks` names.
  package func deferredWrite<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) -> Deferred<Value> {
    begin(locking: locks, body, settled: nil)
  }

  /// The same, with what is to be done after the COMMIT: before the answer, and in the order of commits.
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
  /// A computation that begins when it is started; what goes `first` waits for no others.
  func deferred<Value: Sendable>(first: Bool = false, _ work: @escaping @Sendable () -> Value) -> Deferred<Value> {
    Deferred { then in
      do { try self.run(first: first, work) { then(.success($0)) } } catch { then(.failure(Overloaded())) }
    }
  }
}

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

/// The server has as much to do as it takes on: nothing was done, and a later try may succeed.
package struct Overloaded: Error, Equatable {
  /// How many seconds to wait before another try.
  package let retryAfter: Int

  /// A refusal that asks to wait this long.
  package init(retryAfter: Int = 1) { self.retryAfter = retryAfter }
}
