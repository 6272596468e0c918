package import Model
import Persistence
package import Storage
import Synchronization

/// The operations that an operator has stopped. The stored state decides over submissions and signatures, in their
/// transactions.
package final class Availability: Sendable {
  private let store: any Store
  private let audit: Audit
  private let clock: Clock
  private let seen = Mutex<Set<String>>([])

  /// Loads the state stored in `database`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) throws {
    (self.store, self.audit, self.clock) = (store, audit, clock)
    _ = try disabled()
  }

  /// True if the operation was stopped at the last read: for frequent checks that store nothing.
  package func wasDisabled(_ operation: String) -> Bool { seen.withLock { $0.contains(operation) } }

  /// Returns the stopped operations with the times of stopping.
  package func disabled() throws -> [(operation: String, since: Instant)] {
    let all = try store.read { try DisabledOperationDAO($0).all() }
    seen.withLock { $0 = Set(all.map(\.operation)) }
    return all
  }

  /// Stops an operation in all versions; returns false if it was stopped already.
  ///
  /// Throws `DisabledError.unknown` for an operation without a version in service, now or lately.
  package func disable(_ operation: String) throws -> Bool {
    let done = try store.deferredWrite(locking: [.operation(operation)]) { [clock, audit] transaction in
      guard try !OperationVersionDAO(transaction).all(operation: operation).isEmpty else { throw DisabledError.unknown }
      guard try DisabledOperationDAO(transaction).insert(operation, at: clock()) else { return false }
      try audit.record(.operationDisabled, by: .system, of: .operation(operation), transaction)
      return true
    }.wait()
    _ = try disabled()
    return done
  }

  /// Lets an operation go on; false if it was not stopped.
  package func enable(_ operation: String) throws -> Bool {
    let done = try store.deferredWrite(locking: [.operation(operation)]) { [audit] transaction in
      guard try DisabledOperationDAO(transaction).delete(operation) else { return false }
      try audit.record(.operationEnabled, by: .system, of: .operation(operation), transaction)
      return true
    }.wait()
    _ = try disabled()
    return done
  }
}

/// The refusal to stop an operation, or to use a stopped one.
package enum DisabledError: Error, Equatable {
  /// No version of it is stored.
  case unknown
  /// An operator has stopped it.
  case disabled
}

extension DisabledOperationDAO {
  /// Throws `DisabledError.disabled` where an operator has stopped the operation.
  func require(_ operation: String) throws {
    if try contains(operation) { throw DisabledError.disabled }
  }
}
