import SQLiteStorage
import Storage
import StoreContract
import Testing

/// The store contract for SQLite.
struct StoreContractTests {
  @Test("A temporary SQLite database satisfies each clause of the store contract", arguments: StoreContract.clauses)
  func checksTemporaryDatabase(_ clause: StoreContract.Clause) throws {
    try clause.check(Database.temporary())
  }

  @Test("An SQLite database file satisfies each clause of the store contract", arguments: StoreContract.clauses)
  func checksFile(_ clause: StoreContract.Clause) throws {
    let folder = try Folder()
    try clause.check(Database(path: folder.path("store.sqlite")))
  }

  @Test(
    "An SQLite writer without batches satisfies each clause of the store contract", arguments: StoreContract.clauses)
  func checksWriterWithoutBatches(_ clause: StoreContract.Clause) throws {
    try clause.check(Database.temporary(limits: WriteLimits(batch: 1)))
  }
}
