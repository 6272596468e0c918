import PostgreSQLStorage
import StoreContract
import TestDatabases
import Testing

/// The clauses that hold for every store.
struct PostgreSQLContractTests {
  @Test(arguments: StoreContract.clauses)
  func itKeepsTheContract(_ clause: StoreContract.Clause) throws {
    try clause.check(PostgreSQLStore(OwnServer.shared.get().database()))
  }
}
