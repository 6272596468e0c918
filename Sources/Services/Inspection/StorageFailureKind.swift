import Storage

/// An obstacle to writing or reading the bank's file. The failed write or read did nothing, and earlier data are kept.
///
///     do { return try services.users.find(id) } catch {
///       guard let obstacle = StorageFailureKind(error) else { throw error }
///       log.error("storage: \(obstacle.rawValue)")
///     }
package enum StorageFailureKind: String, Error, Sendable {
  /// There is no room.
  case full
  /// The file is read-only.
  case readOnly = "read-only"
  /// Another process holds it.
  case busy
  /// The file is damaged.
  case damaged
  /// The disk fails otherwise.
  case failing
  /// The database's server cannot be reached.
  case unreachable
  /// The database's server refuses the server a privilege.
  case denied
  /// A table, column or schema is missing.
  case missing

  /// The obstacle behind an error; nil for any other error.
  package init?(_ error: any Error) {
    if let loss = error as? TransactionLost {
      // The engine kept nothing that it could not undo: a retry may succeed.
      self = loss.storageError?.fault.map(Self.init) ?? .failing
      return
    }
    guard let fault = (error as? StoreError)?.fault else { return nil }
    self.init(fault)
  }

  init(_ fault: StorageFault) {
    self =
      switch fault {
      case .full: .full
      case .readOnly: .readOnly
      case .busy: .busy
      case .damaged: .damaged
      case .failing: .failing
      case .unreachable: .unreachable
      case .denied: .denied
      case .missing: .missing
      }
  }
}

extension BankServices {
  /// The obstacle that the last tries met; nil if the file can be written and read.
  package var obstacle: StorageFailureKind? { storageTrouble?.obstacle }

  /// The same obstacle with its cause, where that is the name of a table, column or file; nil without an obstacle.
  package var storageTrouble: (obstacle: StorageFailureKind, cause: String?)? {
    store.health.trouble.map { (StorageFailureKind($0.fault), $0.cause) }
  }

  /// The state of the check for damage that runs beside the service, in a word; nil without one.
  package var damageCheck: String? { store.health.check?.rawValue }

  /// True if a read may wait for another machine.
  package var isRemote: Bool { store.isRemote }

  /// Retries what could not be written or read, so that the server notices by itself when it can.
  package func tryStorage() { store.probe() }
}
