import Storage

/// A fault of the storage that keeps the file from being written or read. Nothing was done, and no stored data are
/// lost.
package enum StorageObstacle: String, Error, Sendable {
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

  /// Creates the obstacle that an error tells of; nil for any other error.
  package init?(_ error: any Error) {
    if let loss = error as? TransactionLost {
      // SQLite has kept nothing of a transaction that it could not roll back: a later try may succeed.
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
      }
  }
}

extension BankServices {
  /// The obstacle by the last tries; nil without one.
  package var obstacle: StorageObstacle? { store.health.trouble.map { StorageObstacle($0.fault) } }

  /// True if a read may wait for another machine.
  package var mayWait: Bool { store.mayWait }

  /// Tries the failed reads and writes again, so that the server finds an end of the obstacle by itself.
  package func tryStorage() { store.probe() }
}
