import Hosting
import PostgreSQLStorage
import Storage
import TestBank
import TestDatabases
import Testing

/// The takeover of databases with the migrations of earlier programs.
struct ReleasedMigrationsTests {
  /// The rows of the migrations that `migrations/postgresql/0001_schema.sql` replaces, as earlier
  /// programs wrote them.
  private static let rows = """
    (36, 'state', 4, '\\x18b90aa12eefd11a0126e077cf94ddc8d60454caad46c101b87f91a30f5b706c'),
    (37, 'fewer_entries', 4, '\\x9d0a18e33bd15f758280a5a1cb65fcbd0170acf84452be3f73b8976da603a678'),
    (38, 'definition_sets', 4, '\\x88a0275b1dedfe6d0866b7c106239386e504da8680416b74bb099d0e07226388'),
    (39, 'lease', 4, '\\x284e1cec70d35e24f90a0864beb2981b9209a8e705c1ca756c5419459554fbef'),
    (40, 'delivery_questions', 4, '\\xde8596f9140141319fa3da6c1b12b8b013721003218cfe71c65b4aa7998cad2c'),
    (41, 'draft_copy', 4, '\\x2913b0550a157a8db3f44a4aa31543db87dc782f3aa39888a3b0ea9e176c324c')
    """

  @Test("A PostgreSQL database with the released migrations is taken over") func takesOverReleasedDatabase() throws {
    let address = try OwnServer.shared.get().database()
    let folder = TestServer.root.appending(path: "migrations").path
    let migrator = try BankDatabase.migrator(in: folder, onServer: true)
    // The released migrations created only the tables of migration 1.
    let first = Migrator(Array(try Migration.load(directory: "\(folder)/postgresql").prefix(1))) { _ in
      Array(repeating: 0, count: 32)
    }
    let names = try PostgreSQLStore.administer(address) { connection in
      #expect(try first.apply(to: connection) == [1])
      try connection.run(
        script: "DELETE FROM migration; INSERT INTO migration (number, name, release, digest) VALUES \(Self.rows)")
      #expect(try migrator.status(of: connection).filter(\.isReplaced).map(\.number) == Array(36...41))
      #expect(try migrator.apply(to: connection).first == 1)
      return try Connection(connection).all("SELECT name FROM migration WHERE number = 1") { (row) throws(StoreError) in
        try row.get(0, as: String.self)
      }
    }
    #expect(names == ["schema"])
  }
}
