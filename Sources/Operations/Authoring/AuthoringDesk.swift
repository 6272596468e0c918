import Platform
package import Services

/// Where files that authors try are compiled: one at a time on a thread of its own, so that whoever tries a file takes
/// nothing from those who use the bank.
package final class AuthoringDesk: Sendable {
  private let pool: WorkerPool

  /// A desk at which so many wait at most.
  package init(waiting: Int = 16) { pool = WorkerPool("valence.authoring", width: 1, capacity: waiting) }

  /// What `body` makes of it, later; `Overloaded` where too many wait already.
  package func work<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Deferred<Value> {
    Deferred { [pool] then in
      if !pool.run({ then(Result { try body() }) }) { then(.failure(Overloaded())) }
    }
  }
}
