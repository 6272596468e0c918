import Foundation
import Dates
import Model
import DataAccess
import PostgreSQLStorage
import SQLiteStorage
import Secrets
import Storage
import TestBank
import TestDatabases
import Testing

@testable import Hosting

/// Copies of all tables of a bank between SQLite and PostgreSQL.
struct CopiedTablesTests {
  private struct Stopped: Error {}

  /// A migrated SQLite database without rows. Its folder is deleted with this value.
  private final class File {
    let folder: URL
    var path: String { folder.appending(path: "bank.sqlite").path }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "copied-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let connection = try SQLiteConnection(path: path)
      try BankDatabase.migrator(in: Self.migrations, onServer: false).apply(to: connection)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static let migrations = TestServer.root.appending(path: "migrations").path
  }

  /// Returns the address of a migrated PostgreSQL database without rows.
  private static func server() throws -> ServerAddress {
    let address = try ServerAddress(OwnServer.shared.get().newDatabase())
    try PostgreSQLStore.administer(address) { connection in
      _ = try BankDatabase.migrator(in: File.migrations, onServer: true).apply(to: connection)
    }
    return address
  }

  private static let thingsOnServer = """
    CREATE TABLE thing (share double precision, id text COLLATE "C" NOT NULL, number bigint NOT NULL, words text COLLATE "C",
      bytes bytea, PRIMARY KEY (id, number))
    """

  @Test("Every data table of both engines is copied in the order of its foreign keys") func copiesEveryTable() throws {
    let file = try File()
    let connection = try SQLiteConnection(path: file.path)
    let names = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      (row) throws(StoreError) in try row.get(0, as: String.self)
    }
    let found = try PostgreSQLStore.administer(Self.server()) { server in
      let tables = try CopiedTables(from: connection.tables(), to: server.tables()).all
      let others = try Connection(server).all(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)"
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) }
      return (tables, others)
    }
    let copied = found.0.map(\.name)
    #expect(copied.count > 30)
    // SQLite stores the newest number of `directory_import` in `sqlite_sequence`.
    #expect(Set(names).subtracting(copied) == ["migration", "sqlite_sequence"])
    #expect(Set(found.1).subtracting(copied) == ["migration", "batch_lock", "batch_mark", "chain_head"])
    for (place, table) in found.0.enumerated() {
      #expect(table.referred.subtracting([table.name]).isSubset(of: copied[..<place]), "\(table.name)")
    }
  }

  @Test("A table of a later migration is copied to PostgreSQL and back without changes")
  func copiesUnknownTableBothWays() throws {
    let (file, back, address) = (try File(), try File(), try Self.server())
    let connection = try SQLiteConnection(path: file.path)
    try connection.execute(
      """
      CREATE TABLE thing (id TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB, share REAL, words TEXT, PRIMARY KEY (id, number)) STRICT
      """)
    try SQLiteConnection(path: back.path).execute(
      """
      CREATE TABLE thing (id TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB, share REAL, words TEXT, PRIMARY KEY (id, number)) STRICT
      """)
    let rows: [[any Bindable]] = [
      ["", Int64.min, [] as [UInt8], nil as String?, ""],
      ["", Int64.max, [0, 255, 10, 92] as [UInt8], nil as String?, "a\tb\nc\\d\r\"'"],
      ["Ж", 0, nil as [UInt8]?, nil as String?, "ёлка 🜁 \u{FEFF}\u{10FFFF}"],
      ["ж", -1, Array(repeating: 7, count: 300_000) as [UInt8], nil as String?, nil as String?],
      ["\u{1}", 1, Array(0...255) as [UInt8], nil as String?, String(repeating: "ы", count: 200_000)],
    ]
    for row in rows {
      try Connection(connection).execute(
        Query("INSERT INTO thing (id, number, bytes, share, words) VALUES ($1, $2, $3, $4, $5)"), row)
    }
    try connection.execute("UPDATE thing SET share = 0.1 * number WHERE number <> 0")
    let reported = try PostgreSQLStore.administer(address) { server in
      try server.run(script: Self.thingsOnServer)
      let there = try BankCopy(source: connection, target: server, tables: connection.tables(), keys: nil) { _, _ in }
        .run()
      let target = try SQLiteConnection(path: back.path)
      var again: [BankCopy.Copied] = []
      try server.reading {
        again = try BankCopy(source: server, target: target, tables: server.tables(), keys: nil) { _, _ in }.run()
      }
      return (there.map(\.rows.count), again.map(\.rows.count))
    }
    #expect(reported.0.reduce(0, +) == 5 && reported.1.reduce(0, +) == 5)
    let other = try SQLiteConnection(path: back.path)
    func all(_ connection: SQLiteConnection) throws -> [[StoredValue]] {
      try connection.all("SELECT id, number, bytes, share, words FROM thing ORDER BY id, number") {
        (row) throws(StoreError) in
        var values: [StoredValue] = []
        for place in 0..<5 { values.append(try row.stored(place)) }
        return values
      }
    }
    let (before, after) = (try all(connection), try all(other))
    #expect(before.count == 5 && before == after)
  }

  /// If the clock does not advance, SQLite increments PostgreSQL's last id.
  @Test("Ledger entries that SQLite adds after PostgreSQL's ids stay in order and are copied back")
  func copiesLedgerInOrder() throws {
    let (file, address) = (try File(), try Self.server())
    let connection = try SQLiteConnection(path: file.path)
    let numbers = ["30102810500000000001", "10207810700000000001"]
    for number in numbers {
      try connection.execute(
        "INSERT INTO account (number, kind, currency, opened) VALUES ($1, 'internal', 'RUB', 0)", number)
    }
    let clock: Int64 = 1_790_000_000_000_000
    try connection.execute(
      """
      INSERT INTO ledger (id, debit, credit, amount, currency, purpose, at) VALUES ($1, $2, $3, 5, 'RUB', 'a', $4)
      """, clock * 2048 + 2046, numbers[0], numbers[1], clock)
    let transfer = Transfer(
      debit: try #require(AccountNumber(numbers[0])), credit: try #require(AccountNumber(numbers[1])),
      amount: Money(minor: 3, .rub), purpose: "b", submission: nil)
    var ids: [Int64] = []
    for instant in [clock, clock, clock - 7, clock + 9] {
      ids.append(
        try LedgerDAO(Connection(connection)).insert(transfer, at: Instant(microseconds: instant)).id - clock * 2048)
    }
    #expect(ids == [2047, 2048, 2049, 9 * 2048])
    #expect(try LedgerDAO(Connection(connection)).outOfOrder() == [])
    let reached = try PostgreSQLStore.administer(address) { server in
      _ = try BankCopy(source: connection, target: server, tables: connection.tables(), keys: nil) { _, _ in }.run()
      return try Connection(server).all("SELECT coalesce(reached, 0) FROM ledger ORDER BY id") {
        (row) throws(StoreError) in try row.get(0, as: Int64.self)
      }
    }
    #expect(reached == [0, 0, clock + 1, clock + 1, 0])
    try connection.execute("DROP TRIGGER ledger_is_not_changed")
    try connection.execute("UPDATE ledger SET reached = $1 WHERE id = $2", clock + 2, clock * 2048 + 2048)
    #expect(try LedgerDAO(Connection(connection)).outOfOrder().first == clock * 2048 + 2048)
  }

  @Test("A copy is rejected if tables differ, refer to each other or lack a primary key")
  func rejectsIncompatibleTables() throws {
    let table = TableShape(
      name: "thing", columns: [.init(name: "id", kind: .text)], key: ["id"], referred: [])
    let wider = TableShape(
      name: "thing", columns: [.init(name: "id", kind: .text), .init(name: "more", kind: .integer)], key: ["id"],
      referred: [])
    let other = TableShape(name: "thing", columns: [.init(name: "id", kind: .integer)], key: ["id"], referred: [])
    let ring = TableShape(
      name: "ring", columns: [.init(name: "id", kind: .text)], key: ["id"], referred: ["thing"])
    let bent = TableShape(name: "thing", columns: table.columns, key: ["id"], referred: ["ring"])
    func words(_ source: [TableShape], _ target: [TableShape]) -> String {
      do {
        _ = try CopiedTables(from: source, to: target)
        return ""
      } catch { return "\(error)" }
    }
    #expect(words([table], [table]) == "")
    #expect(words([table], []) == "only the source has the table thing: nothing was copied")
    #expect(words([], [table]) == "only the target has the table thing: nothing was copied")
    #expect(
      words([table], [wider])
        == "only one of the two databases has the column more (integer) of thing: nothing was copied"
    )
    #expect(words([table], [other]).hasPrefix("only one of the two databases has the column id (integer) of thing"))
    #expect(words([ring, bent], [ring, bent]) == "the tables ring, thing reference each other: nothing was copied")
    #expect(
      words([table], [.init(name: "thing", columns: table.columns, key: [], referred: [])]).contains("no primary key"))
  }

  @Test("An interrupted or invalid copy rolls back and the triggers stay enabled")
  func rollsBackInterruptedCopy() throws {
    let (file, address) = (try File(), try Self.server())
    let row = Self.directoryRow
    let connection = try SQLiteConnection(path: file.path)
    let tables = try connection.tables()
    let table = try #require(tables.first { $0.name == "bank" })
    #expect(throws: Stopped.self) {
      try connection.filling(tables) {
        let fill = try connection.fill(table)
        for number in 0..<1000 { try fill.add(row(number, table)) }
        #expect(try fill.end() == 1000 && connection.count(of: table) == 1000)
        throw Stopped()
      }
    }
    #expect(try connection.count(of: table) == 0)
    #expect(throws: StoreError.self) {
      try connection.execute("INSERT INTO account VALUES ('1', 'internal', 'RUB', 1, 0, 0, 0, 0, 0)")
    }
    try PostgreSQLStore.administer(address) { server in
      let tables = try server.tables()
      let table = try #require(tables.first { $0.name == "bank" })
      #expect(throws: Stopped.self) {
        try server.filling(tables) {
          let fill = try server.fill(table)
          for number in 0..<1000 { try fill.add(row(number, table)) }
          #expect(try fill.end() == 1000 && server.count(of: table) == 1000)
          throw Stopped()
        }
      }
      #expect(try server.count(of: table) == 0)
      // Throw before `fill.end()`, while rows are being sent.
      #expect(throws: Stopped.self) {
        try server.filling(tables) {
          let fill = try server.fill(table)
          for number in 0..<1000 { try fill.add(row(number, table)) }
          throw Stopped()
        }
      }
      #expect(try server.count(of: table) == 0)
      let sleeping = try Connection(server).first(
        "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'"
      ) {
        (row) throws(StoreError) in try row.get(0, as: Int.self)
      }
      #expect(sleeping == 0)
      // Foreign keys are checked although the triggers are disabled.
      #expect(throws: (any Error).self) {
        try server.filling(tables) {
          let fill = try server.fill(#require(tables.first { $0.name == "bank_restriction" }))
          try fill.add(Self.row([.text("044525225"), .integer(0), .text("URRS"), nil]))
          _ = try fill.end()
        }
      }
    }
    let restriction = try #require(tables.first { $0.name == "bank_restriction" })
    #expect(throws: TableNotCopied.self) {
      try connection.filling(tables) {
        let fill = try connection.fill(restriction)
        try fill.add(Self.row([.text("044525225"), .integer(0), .text("URRS"), nil]))
        _ = try fill.end()
      }
    }
    #expect(try connection.count(of: restriction) == 0)
  }

  @Test("A copy blocks server starts and writes, and fails on a database in use")
  func locksDatabaseDuringCopy() throws {
    let address = try Self.server()
    /// Returns the SQLSTATE of a statement with a lock timeout of 20 ms, or "done". A server start
    /// first reads `migration`.
    func reported(_ sql: String) -> String {
      do {
        try PostgreSQLStore.administer(address) { try $0.run(script: "SET lock_timeout = '20ms'; \(sql)") }
        return "done"
      } catch let error as StoreError { return error.sqlState.text } catch { return "\(error)" }
    }
    let (start, write) = ("SELECT number FROM migration", "INSERT INTO disabled_operation VALUES ('x', 1)")
    try PostgreSQLStore.administer(address) { server in
      try server.reading {
        #expect(reported(start) == "55P03" && reported(write) == "55P03")
        #expect(reported("SELECT count(*) FROM person") == "done")
      }
      try server.filling(server.tables()) {
        #expect(
          reported(start) == "55P03" && reported(write) == "55P03" && reported("SELECT count(*) FROM person") == "55P03"
        )
      }
    }
    #expect(reported(start) == "done")
    // An idle connection of a server also counts as use.
    let store = try PostgreSQLStore(address)
    _ = try store.read { try $0.first("SELECT 1") { _ in true } }
    try PostgreSQLStore.administer(address) { server in
      #expect(throws: DatabaseInUse.self) { try server.reading {} }
      #expect(throws: DatabaseInUse.self) { try server.filling(server.tables()) {} }
    }
    store.close()
  }

  /// A row of the table of banks. Columns other than `bic`, `name` and `type` are NULL.
  private static func directoryRow(_ number: Int, _ table: TableShape) -> [UInt8] {
    row(
      table.columns.map { column in
        switch column.name {
        case "bic": .text(String(String(1_000_000_000 + number).dropFirst()))
        case "name": .text("Банк \(number)")
        case "type": .text("20")
        default: nil
        }
      })
  }

  private enum Cell {
    case text(String), integer(Int64)
  }

  private static func row(_ cells: [Cell?]) -> [UInt8] {
    func big(_ number: some FixedWidthInteger) -> [UInt8] {
      (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return cells.reduce(into: big(UInt16(cells.count))) { bytes, cell in
      switch cell {
      case nil: bytes += big(UInt32.max)
      case .text(let text): bytes += big(UInt32(text.utf8.count)) + Array(text.utf8)
      case .integer(let number): bytes += big(UInt32(8)) + big(UInt64(bitPattern: number))
      }
    }
  }
}
