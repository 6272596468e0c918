import CSQLite
import Platform
package import Storage

/// A connection to a database file, with a cache of prepared statements.
///
/// Not `Sendable`: only its owner uses it. `Database` lends it to one thread at a time.
package final class SQLiteConnection: ConnectionEngine {
  /// The result code of the library's configuration, which runs once, before the first use.
  private static let libraryCode: Int32 = {
    let code = valence_sqlite3_stop_counting_memory()
    return code == SQLITE_OK ? valence_sqlite3_gather_logs() : code
  }()

  /// The pause between two attempts to lock a file, in microseconds.
  private static let busyPause: UInt32 = 1000
  /// The number of attempts before a file counts as busy: about five seconds.
  private static let busyRetries: Int32 = 5000

  let handle: OpaquePointer
  private var statements: [UnsafeRawPointer: PreparedStatement] = [:]
  /// The prepared statements of queries. Retains each query, because a new object could have the
  /// identity of a released one.
  var queries: [ObjectIdentifier: (query: Query, statement: PreparedStatement)] = [:]
  /// True while `transaction` or `snapshot` runs. If SQLite rolls the transaction back in the
  /// meantime, later statements must not commit individually.
  var isEnclosed = false
  /// The reason why the open transaction must not be committed; nil if it may be committed.
  var lost: TransactionLost?
  /// The error of a statement that was not rolled back with a savepoint. The write then fails, even
  /// if it catches the error, as on PostgreSQL.
  var failure: StoreError?
  /// The result of the last `beforeCommit` work in the open transaction; nil without such work, and
  /// after a rollback to a savepoint.
  var ended: (any Sendable)?
  /// The length of the log in pages after this connection's last COMMIT; 0 unless `leaveLog` was
  /// called.
  private(set) var logPages = 0
  /// The state numbers shared by the read connections; nil if the connection does not number
  /// states.
  var states: CommitCounter?
  /// The address of the log index; nil before its first use, or if it cannot be mapped.
  var logIndex: UnsafeRawPointer?
  /// The log head at the last call of `state`, and its number.
  var seen: (head: LogHead, number: UInt64)?
  /// The result of `PRAGMA data_version` at the last call of `state` that could not use the log
  /// index. Each connection has its own sequence of versions.
  var seenVersion: Int64?

  /// Opens the file at `path`, or creates it with access for its owner only. A `readOnly`
  /// connection rejects writes.
  ///
  /// With `durable`, each COMMIT waits for the disk, and writes to the log are combined
  /// (`gathered_log.h`).
  package convenience init(path: String, readOnly: Bool = false, durable: Bool = true) throws(StoreError) {
    // If this fails, SQLite tries again and reports the reason. `:memory:` is SQLite's name for a
    // database without a file.
    if path != ":memory:", !DatabaseFile.exists(path) { _ = try? DatabaseFile.createIfAbsent(path) }
    try self.init(opening: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, gathers: durable)
    try run(script: "PRAGMA journal_mode = WAL")
    // SQLite opens a file read-only if this process has no permission to write it.
    guard sqlite3_db_readonly(handle, "main") == 0 else {
      throw StoreError(code: SQLITE_READONLY, message: "the file is not writable", sql: "open \(path)")
    }
    try run(script: durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF")
    // Keeps the undo data of savepoints and sorted rows in memory. In /var/tmp they would take many
    // times the size of the log and put personal data outside the database's directory.
    try run(script: "PRAGMA temp_store = MEMORY")
    // `secure_delete` overwrites deleted data with zeros, so that erased data does not remain in
    // free pages. The writer caches up to 32 MiB of pages.
    try run(
      script: readOnly ? "PRAGMA query_only = ON" : "PRAGMA secure_delete = ON; PRAGMA cache_size = -32768")
  }

  /// Opens the existing file at `path` for inspection. Changes neither the file nor its log, not
  /// even when it closes.
  package convenience init(inspecting path: String) throws(StoreError) {
    // Without a log or a journal, no process has the database open. SQLite can then treat the file
    // as immutable and needs no locks and no companion files.
    let isAlone = !["-wal", "-journal"].contains { DatabaseFile.exists(path + $0) }
    try self.init(
      opening: isAlone ? "file:\(Self.escaped(path))?immutable=1" : path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    let code = valence_sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    guard code == SQLITE_OK else { throw StoreError(code, on: handle, sql: "configure") }
  }

  /// Opens the existing file at `path` for reading while other processes write.
  convenience init(copying path: String) throws(StoreError) {
    try self.init(opening: path, SQLITE_OPEN_READWRITE)
    try run(script: "PRAGMA query_only = ON")
  }

  /// Opens the empty file at `path` for a copy. The caller makes the copy durable.
  convenience init(filling path: String) throws(StoreError) {
    try self.init(opening: path, SQLITE_OPEN_READWRITE)
    try run(script: "PRAGMA synchronous = OFF")
  }

  private init(opening path: String, _ access: Int32, gathers: Bool = false) throws(StoreError) {
    let prepared = Self.libraryCode
    guard prepared == SQLITE_OK else { throw StoreError(prepared, on: nil, sql: "configure") }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, gathers ? VALENCE_GATHERED_LOG : nil)
    guard code == SQLITE_OK, let opened else {
      let error = StoreError(code, on: opened, sql: "open \(path)")
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 1),
    ] as [(Int32, Int32)] {
      let code = valence_sqlite3_db_config(handle, option, value)
      guard code == SQLITE_OK else { throw StoreError(code, on: handle, sql: "configure option \(option)") }
    }
    waitForOthers()
  }

  /// Installs a handler that waits for the locks of other connections.
  ///
  /// SQLite's own handler retries at intervals of up to 100 milliseconds. If another process writes
  /// often, each retry could find the file locked.
  private func waitForOthers() {
    sqlite3_busy_handler(
      handle,
      { _, times in
        if times >= SQLiteConnection.busyRetries { return 0 }
        usleep(SQLiteConnection.busyPause)
        return 1
      }, nil)
  }

  /// Returns `path` with the characters escaped that have a meaning in SQLite's URIs.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { text, character in
      switch character {
      case "%": text += "%25"
      case "?": text += "%3f"
      case "#": text += "%23"
      default: text.append(character)
      }
    }
  }

  /// Disables automatic checkpoints of this connection, and records the length of the log in
  /// `logPages` after each COMMIT.
  func leaveLog() {
    sqlite3_wal_hook(
      handle,
      { connection, _, _, pages in
        guard let connection else { return SQLITE_OK }
        Unmanaged<SQLiteConnection>.fromOpaque(connection).takeUnretainedValue().logPages = Int(pages)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Copies the log into the database file as far as readers allow, without waiting.
  ///
  /// Returns the number of pages of the log that are in the database file; nil if another
  /// connection runs a checkpoint or an error occurred.
  func checkpoint() -> Int? {
    var (pages, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &moved)
    return code == SQLITE_OK ? Int(moved) : nil
  }

  /// Copies the log into the database file and truncates the log file, unless another connection
  /// reads or copies the log.
  func truncateLog() {
    sqlite3_busy_handler(handle, nil, nil)
    sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    waitForOthers()
  }

  deinit {
    statements.removeAll()
    queries.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs a statement without rows. Returns the number of changed rows.
  @discardableResult
  package func execute(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) -> Int {
    try run(try prepared(sql), arguments)
  }

  /// Runs a prepared statement without rows. Returns the number of changed rows.
  func run(_ statement: PreparedStatement, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try use(statement, arguments) { (statement) throws(StoreError) in
      while try statement.step() {}
    }
    return Int(sqlite3_changes64(handle))
  }

  package func forEachRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try walk(try prepared(sql), arguments, body)
  }

  /// Calls `body` with each row of a prepared query until it returns false.
  func walk(
    _ statement: PreparedStatement, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try use(statement, arguments) { (statement) throws(StoreError) in
      while try statement.step() {
        guard try body(Row(statement)) else { break }
      }
    }
  }

  /// The number of rows that this connection has changed since it was opened.
  var changes: Int64 { sqlite3_total_changes64(handle) }

  /// Returns the number of pages of the database, including those that the open transaction adds.
  func pages() throws(StoreError) -> Int {
    let statement = try prepared("PRAGMA page_count")
    defer { statement.reset() }
    return try statement.step() ? Int(sqlite3_column_int64(statement.handle, 0)) : 0
  }

  /// The number of steps of SQLite's virtual machine for this connection's prepared statements: a
  /// measure of cost that does not depend on the machine.
  package var steps: Int {
    var (steps, next) = (0, sqlite3_next_stmt(handle, nil))
    while let statement = next {
      steps += Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
      next = sqlite3_next_stmt(handle, statement)
    }
    return steps
  }

  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs statements that are not literals of the program: migrations, and statements composed by
  /// this module.
  func run(script: String) throws(StoreError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code, on: handle, sql: script) }
  }

  /// Returns each row of a statement that is not a literal of the program, read by `read`.
  func all<Value>(text: String, read: (Row) throws(StoreError) -> Value) throws(StoreError) -> [Value] {
    let statement = try PreparedStatement(text, length: Int32(text.utf8.count), on: handle)
    var values: [Value] = []
    while try statement.step() { values.append(try read(Row(statement))) }
    return values
  }

  private func use(
    _ statement: PreparedStatement, _ arguments: [any Bindable], _ body: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try requireTransaction(statement.sql)
    statement.isBusy = true
    defer {
      statement.reset()
      statement.isBusy = false
    }
    try statement.bind(arguments)
    do throws(StoreError) { try body(statement) } catch {
      if statement.hasFailed { failure = error }
      throw error
    }
  }

  private func prepared(_ sql: StaticString) throws(StoreError) -> PreparedStatement {
    guard sql.hasPointerRepresentation else {
      throw StoreError(code: SQLITE_MISUSE, message: "not a statement", sql: sql.description)
    }
    // The address of a literal never changes, so it identifies the statement.
    let key = UnsafeRawPointer(sql.utf8Start)
    let cached = statements[key]
    if let cached, !cached.isBusy { return cached }
    let statement = try sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      (text) throws(StoreError) in
      try PreparedStatement(text, length: Int32(sql.utf8CodeUnitCount), on: handle)
    }
    if cached == nil { statements[key] = statement }
    return statement
  }
}

extension SQLiteConnection {
  @discardableResult
  package func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try run(try prepared(query), arguments)
  }

  package func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try walk(try prepared(query), arguments, body)
  }

  private func prepared(_ query: Query) throws(StoreError) -> PreparedStatement {
    let cached = queries[ObjectIdentifier(query)]?.statement
    if let cached, !cached.isBusy { return cached }
    let statement = try PreparedStatement(query.text, length: Int32(query.text.utf8.count), on: handle)
    if cached == nil { queries[ObjectIdentifier(query)] = (query, statement) }
    return statement
  }
}

/// Statements of this module and of administrative commands.
extension SQLiteConnection {
  @discardableResult
  package func execute(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) -> Int {
    try execute(sql, with: arguments)
  }

  /// Returns each row of a query, read by `read`.
  package func all<Value>(
    _ sql: StaticString, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    var values: [Value] = []
    try forEachRow(sql, arguments) { (row) throws(StoreError) in
      values.append(try read(row))
      return true
    }
    return values
  }

  /// Returns the first row of a query, read by `read`; nil if the result is empty.
  package func first<Value>(
    _ sql: StaticString, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    var value: Value?
    try forEachRow(sql, arguments) { (row) throws(StoreError) in
      value = try read(row)
      return false
    }
    return value
  }
}
