import Dates
import Model
import SQLiteStorage
import Services

/// An empty directory in its own database.
struct EmptyBanks {
  let banks: Banks
  let database: Database

  init() throws {
    database = try Database.temporary()
    try TestBank.migrate(database)
    banks = try Banks(store: database, audit: Audit(of: database), clock: { Instant.systemNow })
  }

  /// Returns the directory, read from the database again.
  func reopened() throws -> Banks {
    try Banks(store: database, audit: Audit(of: database), clock: { Instant.systemNow })
  }
}
