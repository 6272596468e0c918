package import Dates
import Model
import DataAccess
package import Storage
import Synchronization

/// Stops and resumes operations. The stored state decides in the transaction of each submission and signature.
///
///     let isNew = try services.availability.disable("pp.quick")
///     let since = try services.availability.disabled().first { $0.operation == "pp.quick" }?.since
package final class Availability: Sendable {
  private let store: any Store
  private let audit: Audit
  private let clock: Clock
  private let seen = Mutex<Set<String>>([])

  /// The operations stopped in `store`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) throws {
    (self.store, self.audit, self.clock) = (store, audit, clock)
    _ = try disabled()
  }

  /// True if the operation was stopped at the last look. For frequent questions that store nothing.
  package func wasDisabled(_ operation: String) -> Bool { seen.withLock { $0.contains(operation) } }

  /// Notes that an operation was found stopped or not, by whoever has looked at it alone.
  package func note(_ operation: String, isStopped: Bool) {
    seen.withLock { seen in
      if isStopped { seen.insert(operation) } else if !seen.isEmpty { seen.remove(operation) }
    }
  }

  /// The stopped operations, with the instant of each stop.
  package func disabled() throws -> [(operation: String, since: Instant)] {
    let all = try store.read { try DisabledOperationDAO($0).all() }
    seen.withLock { $0 = Set(all.map(\.operation)) }
    return all
  }

  /// Stops all versions of an operation; returns false if it was stopped already.
  ///
  /// Throws `DisabledError.unknown` when no version of it is stored.
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

  /// Resumes an operation; returns false if it was not stopped.
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

/// Reasons why an operation cannot be stopped or used.
package enum DisabledError: Error, Equatable {
  /// No version of it is stored.
  case unknown
  /// An operator has stopped it.
  case disabled
}

extension DisabledOperationDAO {
  /// Throws `DisabledError.disabled` if an operator has stopped the operation.
  func require(_ operation: String) throws {
    if try contains(operation) { throw DisabledError.disabled }
  }
}
