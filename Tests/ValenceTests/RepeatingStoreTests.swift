import SQLiteStorage
import StoreContract
import TestDatabases
import Testing

struct RepeatingStoreTests {
  @Test(arguments: StoreContract.clauses)
  func itKeepsTheContract(_ clause: StoreContract.Clause) throws {
    try clause.check(RepeatingStore(try Database.temporary()))
  }
}
