import SQLiteStorage
import StoreContract
import TestDatabases
import Testing

struct RepeatingStoreTests {
  @Test("The repeating store fulfils each clause of the store contract", arguments: StoreContract.clauses)
  func fulfilsStoreContract(_ clause: StoreContract.Clause) throws {
    try clause.check(RepeatingStore(try Database.temporary()))
  }
}
