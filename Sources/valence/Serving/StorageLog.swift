import Logging
import SQLite
import Storage

/// Tells the operator, once, when the database cannot be written or read any more, and when it can again.
enum StorageLog {
  /// Tells of that database from now on.
  static func tell(of database: Database, to log: Logger) {
    database.health.onChange { change in
      switch change {
      case .began(let part, let trouble):
        log.error(
          "\(begun(part, trouble.fault))",
          metadata: ["fault": "\(trouble.fault.rawValue)", "error": "\(trouble.error)"])
      case .ended(let part, let trouble):
        log.notice(
          "the database can be \(part == .reading ? "read" : "written") again",
          metadata: [
            "fault": "\(trouble.fault.rawValue)", "failures": "\(trouble.failures)",
            "seconds": "\((ContinuousClock.now - trouble.since).components.seconds)",
          ])
      }
    }
  }

  private static func begun(_ part: StorageHealth.Part, _ fault: StorageFault) -> String {
    switch (part, fault) {
    case (.content, _): "the database is damaged: stop the server, keep the file, and restore the last backup"
    case (.reading, _): "the database cannot be read"
    case (_, .full): "there is no room to write the database: every write is refused until there is"
    case (_, .readOnly): "the database may not be written: every write is refused until it may"
    case (_, .busy): "another process holds the database: writes are refused until it lets go"
    case (_, _): "the database cannot be written"
    }
  }
}
