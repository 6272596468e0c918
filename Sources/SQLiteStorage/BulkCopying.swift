import CSQLite
package import Storage

/// Reads and writes all rows of a database file.
extension SQLiteConnection: BulkEngine {
  /// Opens the existing file at `path` for reading all of it with exclusive access. A file that is
  /// not writable is only inspected.
  package convenience init(source path: String) throws(StoreError) {
    guard DatabaseFile.isWritable(path) else {
      try self.init(inspecting: path)
      return
    }
    try self.init(copying: path)
    // Set before the first read of the file, so that other processes find it locked.
    try run(script: "PRAGMA query_only = OFF; PRAGMA locking_mode = EXCLUSIVE")
  }

  /// Opens the file at `path`, or creates it, for filling it with exclusive access.
  package convenience init(target path: String) throws(StoreError) {
    try self.init(path: path)
    try run(script: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -131072")
  }

  package func tables() throws -> [TableShape] {
    let connection = Connection(self)
    let names = try connection.all(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' AND name <> 'migration' ORDER BY name
      """
    ) { (row) throws(StoreError) in try row.get(0, as: String.self) }
    return try names.map { name in
      let columns = try connection.all("SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", name) {
        (row) throws(StoreError) in
        (
          name: try row.get(0, as: String.self), type: try row.get(1, as: String.self),
          key: try row.get(2, as: Int.self)
        )
      }
      let referred = try connection.all("SELECT DISTINCT \"table\" FROM pragma_foreign_key_list($1)", name) {
        (row) throws(StoreError) in try row.get(0, as: String.self)
      }
      return TableShape(
        name: name,
        columns: try columns.map { column in
          guard let kind = Self.kind(of: column.type) else {
            throw TableNotCopied("column \(column.name) of \(name) has the type \(column.type), which cannot be copied")
          }
          return TableShape.Column(name: column.name, kind: kind)
        },
        key: columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name), referred: Set(referred))
    }
  }

  private static func kind(of type: String) -> TableShape.Kind? {
    switch type.uppercased() {
    case "TEXT": .text
    case "INTEGER", "INT": .integer
    case "BLOB": .bytes
    case "REAL": .real
    default: nil
    }
  }

  package func reading(_ body: () throws -> Void) throws {
    // An inspected file cannot be locked exclusively.
    try execute(sqlite3_db_readonly(handle, "main") == 0 ? "BEGIN EXCLUSIVE" : "BEGIN")
    isEnclosed = true
    defer {
      isEnclosed = false
      if !isIdle { _ = try? run(script: "ROLLBACK") }
    }
    try body()
  }

  package func filling(_ tables: [TableShape], _ body: () throws -> Void) throws {
    // Tables are filled in any order, so foreign keys are checked at the end. The rows and sums
    // that triggers maintain are part of the copied rows.
    try execute("PRAGMA foreign_keys = OFF")
    try setTriggers(1, to: 0)
    let outcome = Result {
      try transaction {
        try body()
        let broken = try Database.brokenReferences(of: Connection(self))
        if let first = broken.first { throw TableNotCopied("a foreign key is violated: \(first)") }
      }
    }
    try setTriggers(0, to: 1)
    try execute("PRAGMA foreign_keys = ON")
    try outcome.get()
  }

  private func setTriggers(_ old: Int32, to new: Int32) throws(StoreError) {
    let code = valence_sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, new)
    guard code == SQLITE_OK else { throw StoreError(code, on: handle, sql: "configure triggers") }
  }

  package func count(of table: TableShape) throws -> Int {
    try all(text: "SELECT count(*) FROM \(TableShape.quoted(table.name))") { (row) throws(StoreError) in
      try row.get(0, as: Int.self)
    }.first ?? 0
  }

  package func forEachRow(
    of table: TableShape, computing: [String: Query], _ body: ([UInt8]) throws -> Void
  ) throws {
    let sql = table.selection(computing: computing.mapValues(\.text))
    let statement = try PreparedStatement(sql, length: Int32(sql.utf8.count), on: handle)
    var bytes: [UInt8] = []
    while try statement.step() {
      bytes.removeAll(keepingCapacity: true)
      bytes.append(big: UInt16(table.columns.count))
      for (place, column) in table.columns.enumerated() {
        guard statement.append(Int32(place), column.kind, to: &bytes) else {
          throw statement.mismatch(
            place, column.kind == .bytes ? [UInt8].self : column.kind == .text ? String.self : Int64.self)
        }
      }
      try body(bytes)
    }
  }

  package func fill(_ table: TableShape) throws -> any TableFill { try FileFill(table, self) }

  package func settle(_ tables: [TableShape]) throws {}
}

private final class FileFill: TableFill {
  private let table: TableShape
  private let statement: PreparedStatement
  private let database: OpaquePointer
  private var count = 0

  init(_ table: TableShape, _ connection: SQLiteConnection) throws(StoreError) {
    let names = table.columns.map { TableShape.quoted($0.name) }.joined(separator: ", ")
    let places = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let sql = "INSERT INTO \(TableShape.quoted(table.name)) (\(names)) VALUES (\(places))"
    self.table = table
    database = connection.handle
    statement = try PreparedStatement(sql, length: Int32(sql.utf8.count), on: connection.handle)
  }

  func add(_ row: [UInt8]) throws {
    var place = 2
    try row.withUnsafeBytes { bytes in
      for (index, column) in table.columns.enumerated() {
        let length = Int(Int32(bitPattern: UInt32(big: bytes, at: place)))
        place += 4
        let code = Self.bind(statement.handle, Int32(index + 1), column.kind, bytes, at: place, length)
        guard code == SQLITE_OK else { throw StoreError(code, on: database, sql: statement.sql) }
        place += max(0, length)
      }
    }
    defer { statement.reset() }
    while try statement.step() {}
    count += 1
  }

  private static func bind(
    _ handle: OpaquePointer, _ index: Int32, _ kind: TableShape.Kind, _ bytes: UnsafeRawBufferPointer, at place: Int,
    _ length: Int
  ) -> Int32 {
    if length < 0 { return sqlite3_bind_null(handle, index) }
    let start = bytes.baseAddress.map { $0 + place }
    switch kind {
    case .integer: return sqlite3_bind_int64(handle, index, Int64(bitPattern: UInt64(big: bytes, at: place)))
    case .real: return sqlite3_bind_double(handle, index, Double(bitPattern: UInt64(big: bytes, at: place)))
    case .text:
      return valence_sqlite3_bind_text(handle, index, start?.assumingMemoryBound(to: CChar.self), Int32(length))
    case .bytes:
      return length == 0
        ? sqlite3_bind_zeroblob(handle, index, 0) : valence_sqlite3_bind_blob(handle, index, start, Int32(length))
    }
  }

  func end() -> Int { count }
}

extension PreparedStatement {
  /// Appends the length and the value of a column. Returns false if the value is not of type
  /// `kind`.
  fileprivate func append(_ place: Int32, _ kind: TableShape.Kind, to bytes: inout [UInt8]) -> Bool {
    switch (sqlite3_column_type(handle, place), kind) {
    case (SQLITE_NULL, _):
      bytes.append(big: UInt32.max)
    case (SQLITE_INTEGER, .integer):
      bytes.append(big: UInt32(8))
      bytes.append(big: UInt64(bitPattern: sqlite3_column_int64(handle, place)))
    case (SQLITE_FLOAT, .real):
      bytes.append(big: UInt32(8))
      bytes.append(big: sqlite3_column_double(handle, place).bitPattern)
    case (SQLITE_TEXT, .text):
      let start = sqlite3_column_text(handle, place)
      append(UnsafeRawPointer(start), sqlite3_column_bytes(handle, place), to: &bytes)
    case (SQLITE_BLOB, .bytes):
      let start = sqlite3_column_blob(handle, place)
      append(start, sqlite3_column_bytes(handle, place), to: &bytes)
    default: return false
    }
    return true
  }

  private func append(_ start: UnsafeRawPointer?, _ count: Int32, to bytes: inout [UInt8]) {
    bytes.append(big: UInt32(count))
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
  }
}

extension [UInt8] {
  /// Appends a number in big-endian order.
  fileprivate mutating func append(big number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}

extension FixedWidthInteger {
  /// Reads a big-endian number.
  fileprivate init(big bytes: UnsafeRawBufferPointer, at place: Int) {
    self = Self(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Self.self))
  }
}
