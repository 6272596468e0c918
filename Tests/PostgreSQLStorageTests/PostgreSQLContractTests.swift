import PostgreSQLStorage
import StoreContract
import TestDatabases
import Testing

struct PostgreSQLContractTests {
  @Test("A PostgreSQL store satisfies each clause of the store contract", arguments: StoreContract.clauses)
  func satisfiesContract(_ clause: StoreContract.Clause) throws {
    try clause.check(PostgreSQLStore(OwnServer.shared.get().database()))
  }
}
