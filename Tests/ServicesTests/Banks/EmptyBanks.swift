import Dates
import Model
import SQLiteStorage
import Services

/// A directory of its own, with nothing in it.
struct EmptyBanks {
  let banks: Banks
  let database: Database

  init() throws {
    database = try Database.temporary()
    try TestBank.migrate(database)
    banks = try Banks(store: database, audit: Audit(of: database), clock: { Instant.systemNow })
  }

  /// Returns the stored directory, read anew.
  func reopened() throws -> Banks {
    try Banks(store: database, audit: Audit(of: database), clock: { Instant.systemNow })
  }
}
