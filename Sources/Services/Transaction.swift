package import SQLite
import Secrets

/// The open transaction that an effect works in; what it does there is kept or undone as one.
package typealias Transaction = Connection

extension Database {
  /// A write that begins when it is started and is answered when it is durable; it belongs to the request that it is
  /// made for, on the writer's thread too.
  func deferredWrite<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) -> Deferred<Value> {
    Deferred { then in
      let request = CurrentRequest.id
      self.write({ transaction in try CurrentRequest.with(request) { try body(transaction) } }) { result in
        then(result.mapError { $0 is WriteQueueFull ? Overloaded() : $0 })
      }
    }
  }
}

extension HashingPool {
  /// A computation that begins when it is started; what goes `first` waits for no others.
  func deferred<Value: Sendable>(first: Bool = false, _ work: @escaping @Sendable () -> Value) -> Deferred<Value> {
    Deferred { then in
      do { try self.run(first: first, work) { then(.success($0)) } } catch { then(.failure(Overloaded())) }
    }
  }
}
