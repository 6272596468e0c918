import Storage

/// The reason why the database cannot be written or read. The failed operation changed nothing.
package enum StorageFailureKind: String, Error, Sendable {
  /// The disk is full.
  case full
  /// The file is read-only.
  case readOnly = "read-only"
  /// Another process has locked the file.
  case busy
  /// The file is damaged.
  case damaged
  /// The disk reports another error.
  case failing
  /// The database server is unreachable.
  case unreachable
  /// The database server denies a privilege.
  case denied
  /// A table, column or schema is missing.
  case missing

  /// Returns the reason for an error; nil for errors of other kinds.
  package init?(_ error: any Error) {
    if let loss = error as? TransactionLost {
      // The engine could not roll back and stored nothing, so a retry can succeed.
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
  /// The reason of the current storage failure; nil if the database can be written and read.
  package var obstacle: StorageFailureKind? { storageTrouble?.obstacle }

  /// The current storage failure. `cause` is the name of a table, column or file, if known. Nil
  /// without a failure.
  package var storageTrouble: (obstacle: StorageFailureKind, cause: String?)? {
    store.health.trouble.map { (StorageFailureKind($0.fault), $0.cause) }
  }

  /// The state of the background check for damage as a word; nil if no check was started.
  package var damageCheck: String? { store.health.check?.rawValue }

  /// True if reads access another machine.
  package var isRemote: Bool { store.isRemote }

  /// Retries failed storage operations, so that recovery is detected without a request.
  package func tryStorage() { store.probe() }
}
