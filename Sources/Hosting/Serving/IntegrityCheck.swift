import Logging
import SQLiteStorage

/// Log messages about the background check for damage after a clean stop.
enum IntegrityCheck {
  /// Starts the check, and logs its start and its result. `StorageLog` reports damage.
  static func begin(_ database: Database, _ log: Logger) throws -> BackgroundCheck {
    log.info("checking the database in the background after a clean stop")
    return try BackgroundCheck(of: database) { outcome in
      switch outcome {
      case .sound(let tables, let taken):
        log.info(
          "the database is sound", metadata: ["tables": "\(tables)", "seconds": "\(taken.components.seconds)"])
      case .damaged: break
      case .stopped: log.info("database check stopped before completion")
      case .failed(let error): log.error("cannot check the database", metadata: ["error": "\(error)"])
      }
    }
  }
}
