package import Dates
import Model
import DataAccess
package import Storage
import Synchronization

/// Disables and enables operations. The transaction of each submission and signature checks the
/// stored state.
package final class Availability: Sendable {
  private let store: any Store
  private let audit: Audit
  private let clock: Clock
  private let seen = Mutex<Set<String>>([])

  /// Loads the disabled operations from `store`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) throws {
    (self.store, self.audit, self.clock) = (store, audit, clock)
    _ = try disabled()
  }

  /// True if the operation was disabled at the last read. For frequent checks that store nothing.
  package func wasDisabled(_ operation: String) -> Bool { seen.withLock { $0.contains(operation) } }

  /// Updates the remembered state of an operation, from a caller that has read it.
  package func note(_ operation: String, isStopped: Bool) {
    seen.withLock { seen in
      if isStopped { seen.insert(operation) } else if !seen.isEmpty { seen.remove(operation) }
    }
  }

  /// Returns the disabled operations with the times at which they were disabled, and updates the
  /// state for `wasDisabled`.
  package func disabled() throws -> [(operation: String, since: Instant)] {
    let all = try store.read { try DisabledOperationDAO($0).all() }
    seen.withLock { $0 = Set(all.map(\.operation)) }
    return all
  }

  /// Disables all versions of an operation. Returns false if it was already disabled.
  ///
  /// Throws `DisabledError.unknown` if no version of it is stored.
  package func disable(_ operation: String) throws -> Bool {
    let done = try store.deferredWrite(locking: [.operations]) { [clock, audit] transaction in
      guard try !OperationVersionDAO(transaction).all(operation: operation).isEmpty else { throw DisabledError.unknown }
      guard try DisabledOperationDAO(transaction).insert(operation, at: clock()) else { return false }
      try audit.record(.operationDisabled, by: .system, of: .operation(operation), transaction)
      return true
    }.wait()
    _ = try disabled()
    return done
  }

  /// Enables an operation. Returns false if it was not disabled.
  package func enable(_ operation: String) throws -> Bool {
    let done = try store.deferredWrite(locking: [.operations]) { [audit] transaction in
      guard try DisabledOperationDAO(transaction).delete(operation) else { return false }
      try audit.record(.operationEnabled, by: .system, of: .operation(operation), transaction)
      return true
    }.wait()
    _ = try disabled()
    return done
  }
}

/// Reasons why an operation cannot be disabled or used.
package enum DisabledError: Error, Equatable {
  /// No version of the operation is stored.
  case unknown
  /// An operator has disabled the operation.
  case disabled
}

extension DisabledOperationDAO {
  /// Throws `DisabledError.disabled` if an operator has disabled the operation.
  func require(_ operation: String) throws {
    if try contains(operation) { throw DisabledError.disabled }
  }
}
