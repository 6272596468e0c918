import CSQLite
import Platform
package import Storage

/// One connection to a database file, with its cache of prepared statements.
///
///     let connection = try SQLiteConnection(path: "valence.sqlite")
///     try connection.transaction {
///       try connection.execute("UPDATE account SET disabled = 1 WHERE id = $1", id)
///     }
///
/// Not `Sendable`: its holder is its only user. `Database` lends it out.
package final class SQLiteConnection: ConnectionEngine {
  /// The result code of configuring the library, once and before its first use.
  private static let libraryCode: Int32 = {
    let code = valence_sqlite3_stop_counting_memory()
    return code == SQLITE_OK ? valence_sqlite3_gather_logs() : code
  }()

  /// The microseconds between two looks at a file that another process holds.
  private static let busyPause: UInt32 = 1000
  /// The looks until a file counts as busy: five seconds.
  private static let busyRetries: Int32 = 5000

  let handle: OpaquePointer
  private var statements: [UnsafeRawPointer: PreparedStatement] = [:]
  /// The prepared statements of queries. Retains each query, so that no other one gets its identity.
  var queries: [ObjectIdentifier: (query: Query, statement: PreparedStatement)] = [:]
  /// True while `transaction` or `snapshot` runs. If SQLite rolls the transaction back meanwhile, further statements
  /// must not commit one by one.
  var isEnclosed = false
  /// The reason why the open transaction must not be committed; nil if it may.
  var lost: TransactionLost?
  /// The error of a statement that no savepoint has undone: the write that goes on behind it fails all the same, as with an engine
  /// that refuses every statement from then on.
  var failure: StoreError?
  /// The result of the last work of `beforeCommit` in the open transaction; nil without such work, or after a later rollback to a savepoint.
  var ended: (any Sendable)?
  /// The pages of the log of changes after this connection's last COMMIT; 0 unless `leaveLog` was called.
  private(set) var logPages = 0
  /// The numbers of the states that the readers of the file share; nil if the connection numbers none.
  var states: CommitCounter?
  /// The memory of the index of the log; nil before it was needed, and where there is none.
  var logIndex: UnsafeRawPointer?
  /// The state at the last look, by the index of the log, and its number.
  var seen: (head: LogHead, number: UInt64)?
  /// SQLite's version of the content at the last look without the index; each connection counts from a number of its own.
  var seenVersion: Int64?

  /// Opens the file at `path`, or creates it for its owner alone; a `readOnly` connection refuses writes.
  ///
  /// A `durable` connection waits for the disk at each COMMIT, and writes to the log just before (`gathered_log.h`).
  package convenience init(path: String, readOnly: Bool = false, durable: Bool = true) throws(StoreError) {
    // If this fails, SQLite tries again and reports the reason. `:memory:` is SQLite's name for no file.
    if path != ":memory:", !DatabaseFile.exists(path) { _ = try? DatabaseFile.createIfAbsent(path) }
    try self.init(opening: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, gathers: durable)
    try run(script: "PRAGMA journal_mode = WAL")
    // SQLite opens a file read-only if it may not open it for writing.
    guard sqlite3_db_readonly(handle, "main") == 0 else {
      throw StoreError(code: SQLITE_READONLY, message: "the file may not be written", sql: "open \(path)")
    }
    try run(script: durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF")
    // Keeps the undo data of savepoints, and sorted rows, in memory. They would be written to /var/tmp otherwise: with
    // a savepoint for each write, many times the size of the log, and personal data outside the database's own
    // directory.
    try run(script: "PRAGMA temp_store = MEMORY")
    // Overwrites deleted data with zeros, so that erased data do not linger in the file's free pages. The writer caches
    // up to 32 MiB of pages: every page that it has to reread delays all writes that wait for the batch.
    try run(
      script: readOnly ? "PRAGMA query_only = ON" : "PRAGMA secure_delete = ON; PRAGMA cache_size = -32768")
  }

  /// Opens the existing file at `path` for inspection: changes neither it nor its log, not even on closing.
  package convenience init(inspecting path: String) throws(StoreError) {
    // Without a log nobody has it open: SQLite then needs neither locks nor the files for them.
    let isAlone = !["-wal", "-journal"].contains { DatabaseFile.exists(path + $0) }
    try self.init(
      opening: isAlone ? "file:\(Self.escaped(path))?immutable=1" : path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    let code = valence_sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    guard code == SQLITE_OK else { throw StoreError(code, on: handle, sql: "configure") }
  }

  /// Opens the existing file at `path`, to read it while others write.
  package convenience init(copying path: String) throws(StoreError) {
    try self.init(opening: path, SQLITE_OPEN_READWRITE)
    try run(script: "PRAGMA query_only = ON")
  }

  /// Opens the empty file at `path` for a copy; the caller makes it durable.
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

  /// Makes this connection wait for a file that another process holds.
  ///
  /// SQLite's own handler retries at growing intervals, up to a tenth of a second: if another process writes often,
  /// each retry would find the file held.
  private func waitForOthers() {
    sqlite3_busy_handler(
      handle,
      { _, times in
        if times >= SQLiteConnection.busyRetries { return 0 }
        usleep(SQLiteConnection.busyPause)
        return 1
      }, nil)
  }

  /// Returns the path as it is written in a URI of SQLite.
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

  /// Has no COMMIT of this connection move the log into the file: `logPages` tells whoever does it how long the log is.
  func leaveLog() {
    sqlite3_wal_hook(
      handle,
      { connection, _, _, pages in
        guard let connection else { return SQLITE_OK }
        Unmanaged<SQLiteConnection>.fromOpaque(connection).takeUnretainedValue().logPages = Int(pages)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Moves the log into the file as far as nobody reads it, without waiting for anybody.
  ///
  /// Returns the pages of the log that are in the file by now; nil if another connection moves it, or if it failed.
  func checkpoint() -> Int? {
    var (pages, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &moved)
    return code == SQLITE_OK ? Int(moved) : nil
  }

  /// Moves the log into the file and truncates the log's file, unless another connection reads or moves the log.
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

  /// Runs a statement without rows; returns the count of changed rows.
  @discardableResult
  package func execute(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) -> Int {
    try run(try prepared(sql), arguments)
  }

  /// Runs a prepared statement without rows; returns the count of changed rows.
  func run(_ statement: PreparedStatement, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try use(statement, arguments) { (statement) throws(StoreError) in
      while try statement.step() {}
    }
    return Int(sqlite3_changes64(handle))
  }

  /// Calls `body` with the rows of a query until it returns false.
  package func forEachRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try walk(try prepared(sql), arguments, body)
  }

  /// Calls `body` with the rows of a prepared query until it returns false.
  func walk(
    _ statement: PreparedStatement, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try use(statement, arguments) { (statement) throws(StoreError) in
      while try statement.step() {
        guard try body(Row(statement)) else { break }
      }
    }
  }

  /// The count of rows that this connection has changed since it was opened.
  var changes: Int64 { sqlite3_total_changes64(handle) }

  /// Returns the count of the database's pages, with those that the open transaction adds.
  ///
  /// Steps the statement without `first`, whose closure and array each COMMIT would allocate.
  func pages() throws(StoreError) -> Int {
    let statement = try prepared("PRAGMA page_count")
    defer { statement.reset() }
    return try statement.step() ? Int(sqlite3_column_int64(statement.handle, 0)) : 0
  }

  /// The count of steps that SQLite's virtual machine has taken for this connection's prepared statements: their cost on any
  /// machine.
  package var steps: Int {
    var (steps, next) = (0, sqlite3_next_stmt(handle, nil))
    while let statement = next {
      steps += Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
      next = sqlite3_next_stmt(handle, statement)
    }
    return steps
  }

  /// True if no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs statements that are not literals of the program: migrations, and statements that this module builds.
  func run(script: String) throws(StoreError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code, on: handle, sql: script) }
  }

  /// Returns the rows of a statement that is not a literal of the program, each read by `read`.
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
    // A literal keeps its address for the life of the process, so the address is the quickest key.
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
  /// Runs a statement without rows; returns the count of changed rows.
  @discardableResult
  package func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try run(try prepared(query), arguments)
  }

  /// Calls `body` with the rows of a query until it returns false.
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

/// Statements of this target and of commands that administer a file.
extension SQLiteConnection {
  /// Runs a statement without rows; returns the count of changed rows.
  @discardableResult
  package func execute(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) -> Int {
    try execute(sql, with: arguments)
  }

  /// Returns every row of a query, each read by `read`.
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

  /// Returns the first row of a query, read by `read`; nil if there is none.
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
