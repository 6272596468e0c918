import SQLiteStorage
import Storage
import StoreContract
import Testing

/// SQLite as an engine behind the seam.
struct StoreContractTests {
  @Test(arguments: StoreContract.clauses)
  func aTemporaryDatabaseKeepsTheContract(_ clause: StoreContract.Clause) throws {
    try clause.check(Database.temporary())
  }

  @Test(arguments: StoreContract.clauses)
  func aFileKeepsTheContract(_ clause: StoreContract.Clause) throws {
    let folder = try Folder()
    try clause.check(Database(path: folder.path("store.sqlite")))
  }

  @Test(arguments: StoreContract.clauses)
  func aWriterWithoutBatchesKeepsTheContract(_ clause: StoreContract.Clause) throws {
    try clause.check(Database.temporary(limits: WriteLimits(batch: 1)))
  }
}
