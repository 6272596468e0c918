import Storage

/// What keeps the bank's file from being written or read: nothing was done, and nothing of before is lost.
package enum StorageObstacle: String, Error, Sendable {
  /// There is no room.
  case full
  /// It may not be written.
  case readOnly = "read-only"
  /// Another process holds it.
  case busy
  /// It is damaged.
  case damaged
  /// The disk fails otherwise.
  case failing

  /// The obstacle that an error tells of; nil for any other error.
  package init?(_ error: any Error) {
    if let loss = error as? TransactionLost {
      // What SQLite could not undo it did not keep either: a later try may succeed.
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
  /// What keeps the file from being written or read now, as the last tries found; nil where nothing does.
  package var obstacle: StorageObstacle? { store.health.trouble.map { StorageObstacle($0.fault) } }

  /// True if a read may wait for another machine.
  package var mayWait: Bool { store.mayWait }

  /// Tries again what could not be written or read, so that the server finds by itself that it can.
  package func tryStorage() { store.probe() }
}
