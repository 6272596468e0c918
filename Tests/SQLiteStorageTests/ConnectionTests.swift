import FoundationEssentials
import SQLiteStorage
import Storage
import Testing

@Suite struct ConnectionTests {
  private let database: Database

  init() throws {
    database = try Database.temporary()
    try database.exclusively { connection in
      try connection.execute(
        "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size INTEGER CHECK (size > 0), data BLOB) STRICT"
      )
    }
  }

  @Test("SQLite text is read back unchanged", arguments: ["", "a", "Ёлка 🎄", "a\u{0}b", "'; DROP TABLE thing; --"])
  func storesText(_ text: String) throws {
    try database.exclusively { connection in
      try connection.execute("INSERT INTO thing (name) VALUES ($1)", text)
      let names = try connection.all("SELECT name FROM thing") { row throws(StoreError) in
        try row.get(0, as: String.self)
      }
      #expect(names == [text])
    }
  }

  @Test("An SQLite blob is read back unchanged", arguments: [[], [0], [1, 2, 255]] as [[UInt8]])
  func storesBytes(_ bytes: [UInt8]) throws {
    try database.exclusively { connection in
      try connection.execute("INSERT INTO thing (data) VALUES ($1)", bytes)
      let stored = try connection.first("SELECT data FROM thing") { row throws(StoreError) in
        try row.get(0, as: [UInt8].self)
      }
      #expect(stored == bytes)
    }
  }

  @Test("An SQLite NULL is read as nil") func readsNullAsNil() throws {
    try database.exclusively { connection in
      try connection.execute("INSERT INTO thing (name) VALUES ($1)", nil as String?)
      let name = try connection.first("SELECT name FROM thing") { row throws(StoreError) in
        try row.get(0, as: String?.self)
      }
      #expect(name == .some(nil))
    }
  }

  @Test("The error of a type mismatch includes the column and the statement") func reportsTypeMismatch() throws {
    try database.exclusively { connection in
      try connection.execute("INSERT INTO thing (name) VALUES ('secret')")
      let error = #expect(throws: StoreError.self) {
        try connection.all("SELECT id, name FROM thing") { row throws(StoreError) in try row.get(1, as: Int64.self) }
      }
      #expect(error?.message == "column name contains no Int64")
      #expect(error?.sql == "SELECT id, name FROM thing")
    }
  }

  @Test("The error of a statement includes its SQL and omits its arguments") func omitsArgumentsFromError() throws {
    try database.exclusively { connection in
      try connection.execute("INSERT INTO thing (name) VALUES ($1)", "secret")
      let error = #expect(throws: StoreError.self) {
        try connection.execute("INSERT INTO thing (name) VALUES ($1)", "secret")
      }
      #expect(error?.isUniqueViolation == true)
      #expect(error?.sql == "INSERT INTO thing (name) VALUES ($1)")
      #expect(error?.message == "UNIQUE constraint failed: thing.name")
      #expect(error.map { "\($0)".contains("secret") } == false)
    }
  }

  @Test("A CHECK violation is distinguished from a UNIQUE violation") func reportsCheckViolation() throws {
    try database.exclusively { connection in
      let error = #expect(throws: StoreError.self) {
        try connection.execute("INSERT INTO thing (size) VALUES ($1)", 0)
      }
      #expect(error?.isCheckViolation == true)
      #expect(error?.isUniqueViolation == false)
    }
  }

  @Test("A statement with the wrong number of arguments is rejected") func rejectsWrongArgumentCount() throws {
    try database.exclusively { connection in
      let error = #expect(throws: StoreError.self) {
        try connection.execute("INSERT INTO thing (name) VALUES ($1)")
      }
      #expect(error?.message == "1 parameters, 0 arguments")
    }
  }

  @Test("Parameters are bound by their numbers, in any order") func bindsParametersByNumber() throws {
    try database.exclusively { connection in
      let values = try connection.first("SELECT $2, $1, $2 || $1", "a", "b") { row throws(StoreError) in
        [try row.get(0, as: String.self), try row.get(1), try row.get(2)]
      }
      #expect(values == ["b", "a", "ba"])
    }
  }

  @Test(
    "A parameter without a valid number is rejected",
    arguments: ["SELECT ?", "SELECT :name", "SELECT $2", "SELECT $x"] as [StaticString])
  func rejectsUnnumberedParameter(_ sql: StaticString) throws {
    try database.exclusively { connection in
      let error = #expect(throws: StoreError.self) { try connection.execute(sql, 1) }
      #expect(error?.message.hasSuffix("is not one of $1 to $1") == true)
    }
  }

  @Test("A statement can be run while its own rows are read") func runsStatementRecursively() throws {
    @Sendable func descendants(_ depth: Int, _ connection: Connection) throws(StoreError) -> Int {
      guard depth > 0 else { return 1 }
      return try connection.all("SELECT id FROM thing") { row throws(StoreError) in
        try descendants(depth - 1, connection)
      }.reduce(0, +)
    }
    try database.exclusively { connection in
      for name in ["a", "b", "c"] { try connection.execute("INSERT INTO thing (name) VALUES ($1)", name) }
      #expect(try descendants(3, Connection(connection)) == 27)
    }
  }

  @Test("A statement can be run again after a failure") func reusesFailedStatement() throws {
    try database.exclusively { connection in
      func insert(_ size: Int) throws { try connection.execute("INSERT INTO thing (size) VALUES ($1)", size) }
      #expect(throws: StoreError.self) { try insert(0) }
      try insert(1)
    }
  }

  @Test("A statement returns the number of changed rows") func returnsNumberOfChangedRows() throws {
    try database.exclusively { connection in
      for name in ["a", "b"] { try connection.execute("INSERT INTO thing (name) VALUES ($1)", name) }
      #expect(try connection.execute("UPDATE thing SET size = 1") == 2)
      #expect(try connection.execute("UPDATE thing SET size = 1 WHERE name = 'c'") == 0)
    }
  }

  @Test("An in-memory database creates no file") func createsNoFileInMemory() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE thing (id INTEGER)")
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }

  @Test("An SQLite read connection rejects writes") func rejectsWriteOnReadConnection() throws {
    #expect(throws: StoreError.self) {
      try database.read { try $0.execute("INSERT INTO thing (name) VALUES ('a')") }
    }
  }

  @Test("A savepoint rolls back only its own changes") func rollsBackOnlySavepoint() throws {
    struct Stop: Error {}
    try database.exclusively { connection in
      try connection.transaction {
        try connection.execute("INSERT INTO thing (name) VALUES ('kept')")
        #expect(throws: Stop.self) {
          try connection.savepoint {
            try connection.execute("INSERT INTO thing (name) VALUES ('undone')")
            throw Stop()
          }
        }
      }
      let names = try connection.all("SELECT name FROM thing") { row throws(StoreError) in
        try row.get(0, as: String.self)
      }
      #expect(names == ["kept"])
    }
  }

  @Test("An intact database has no damage and no broken references") func findsNoDamage() throws {
    #expect(try database.damage() + database.brokenReferences() == [])
  }

  @Test("A database path that cannot be opened is reported") func rejectsInvalidPath() {
    let error = #expect(throws: StoreError.self) { try Database(path: "/dev/null/nothing") }
    #expect(error?.sql == "open /dev/null/nothing")
  }
}
