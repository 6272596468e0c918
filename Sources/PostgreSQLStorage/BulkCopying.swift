package import Storage

/// Reads and writes all rows of a server's database.
extension PostgreSQLConnection: BulkEngine {
  /// The tables that are not copied: `migration` and the engine's tables.
  private static let own: Set = ["migration", "batch_mark", "batch_lock"]

  package func tables() throws -> [TableShape] {
    let connection = Connection(self)
    let columns = try connection.all(
      """
      SELECT relname, attname, format_type(atttypid, atttypmod), CAST(coalesce(array_position(CAST(indkey AS INT2[]), attnum), -1) AS BIGINT)
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
      WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p')
        AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ORDER BY relname, attnum
      """
    ) { (row) throws(StoreError) in
      (
        table: try row.get(0, as: String.self), name: try row.get(1, as: String.self),
        type: try row.get(2, as: String.self), key: try row.get(3, as: Int.self)
      )
    }
    let references = try connection.all(
      """
      SELECT child.relname, parent.relname FROM pg_constraint
      JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
      WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace)
      """
    ) { (row) throws(StoreError) in (try row.get(0, as: String.self), try row.get(1, as: String.self)) }
    let referred = Dictionary(grouping: references) { $0.0 }.mapValues { Set($0.map(\.1)) }
    let tables = Dictionary(grouping: columns.filter { !Self.own.contains($0.table) }) { $0.table }
    return try tables.sorted { $0.key < $1.key }.map { name, columns in
      TableShape(
        name: name,
        columns: try columns.map { column in
          guard let kind = Self.kind(of: column.type) else {
            throw TableNotCopied(
              "column \(column.name) of \(name) has the type \(column.type), which cannot be copied")
          }
          return TableShape.Column(name: column.name, kind: kind)
        },
        key: columns.filter { $0.key >= 0 }.sorted { $0.key < $1.key }.map(\.name), referred: referred[name] ?? [])
    }
  }

  private static func kind(of type: String) -> TableShape.Kind? {
    switch type {
    case "text": .text
    case "bigint": .integer
    case "bytea": .bytes
    case "double precision": .real
    default: nil
    }
  }

  /// The lock on `migration` blocks starting servers, which read the applied migrations first. The
  /// locks on the other tables block the writes of servers that have no connection at present.
  package func reading(_ body: () throws -> Void) throws {
    try refuseOthers()
    try begin()
    defer { rollBack() }
    try hold("SHARE")
    try body()
  }

  package func filling(_ tables: [TableShape], _ body: () throws -> Void) throws {
    try refuseOthers()
    try begin()
    do {
      try hold("ACCESS EXCLUSIVE")
      let triggers = try triggers()
      guard triggers.sleeping == 0 else {
        throw TableNotCopied("\(triggers.sleeping) triggers of the tables are disabled: enable them")
      }
      let all = try names()
      for name in all { try run(script: "ALTER TABLE \(name) DISABLE TRIGGER USER") }
      try body()
      for name in all { try run(script: "ALTER TABLE \(name) ENABLE TRIGGER USER") }
      let after = try self.triggers()
      guard after == triggers else { throw TableNotCopied("the triggers of the tables changed during the copy") }
    } catch {
      rollBack()
      throw error
    }
    switch commit() {
    case .committed: return
    case .refused(let error): throw error
    case .unknown:
      throw StoreError(
        .transactionUnknown,
        "the outcome of the COMMIT is unknown: the copy is complete or absent; run the command again to find out",
        sql: "COMMIT")
    }
  }

  /// Returns the quoted names of all tables.
  private func names() throws(StoreError) -> [String] {
    try Connection(self).all(
      """
      SELECT relname FROM pg_class WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p')
      ORDER BY relname
      """
    ) { (row) throws(StoreError) in TableShape.quoted(try row.get(0, as: String.self)) }
  }

  /// Returns the number of triggers, and the number of those that are not enabled.
  private func triggers() throws(StoreError) -> (all: Int, sleeping: Int) {
    try Connection(self).first(
      """
      SELECT count(*), count(*) FILTER (WHERE tgenabled <> 'O') FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE relnamespace = CAST(current_schema() AS regnamespace) AND NOT tgisinternal
      """
    ) { (row) throws(StoreError) in (try row.get(0, as: Int.self), try row.get(1, as: Int.self)) } ?? (0, 0)
  }

  private func hold(_ mode: String) throws {
    try run(script: "SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = 0")
    let (migration, names) = ("\"migration\"", try names())
    if names.contains(migration) { try run(script: "LOCK TABLE \(migration) IN ACCESS EXCLUSIVE MODE") }
    let others = names.filter { $0 != migration }
    if !others.isEmpty { try run(script: "LOCK TABLE \(others.joined(separator: ", ")) IN \(mode) MODE") }
    // A server that connected in the meantime waits for the locks, but could then continue with
    // outdated data.
    try refuseOthers()
  }

  /// The number of checks, 50 milliseconds apart, while the sessions of an ended process close.
  private static let attempts = 40

  /// Throws `DatabaseInUse` if another process of this program has the database open.
  private func refuseOthers() throws {
    for attempt in 1...Self.attempts {
      let connection = Connection(self)
      // Within a transaction, the server would return its first snapshot of the statistics.
      try connection.execute("SELECT pg_stat_clear_snapshot()")
      let other = try connection.first(
        """
        SELECT application_name, CAST(pid AS BIGINT) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'valence %' AND pid <> pg_backend_pid()
        ORDER BY backend_start
        """
      ) { (row) throws(StoreError) in (name: try row.get(0, as: String.self), process: try row.get(1, as: Int.self)) }
      guard let other else { return }
      if attempt == Self.attempts {
        throw DatabaseInUse(user: "`\(other.name)` (server process \(other.process))")
      }
      try connection.execute("SELECT pg_sleep(0.05)")
    }
  }

  package func count(of table: TableShape) throws -> Int {
    try number(.own("SELECT count(*) FROM \(TableShape.quoted(table.name))"))
  }

  package func forEachRow(
    of table: TableShape, computing: [String: Query], _ body: ([UInt8]) throws -> Void
  ) throws {
    let query = table.selection(computing: computing.mapValues(\.postgresql))
    // An error of `body` is not an error of the transaction.
    var failure: (any Error)?
    do throws(StoreError) {
      try perform(.own(query)) { (session) throws(StoreError) in
        do { try session.copyOut(query, body) } catch let error as StoreError { throw error } catch {
          failure = error
          throw StoreError(.connectionFailure, "the copy was aborted", sql: query)
        }
      }
    } catch { throw failure ?? error }
  }

  package func fill(_ table: TableShape) throws -> any TableFill { try ServerFill(table, self) }

  package func settle(_ tables: [TableShape]) throws {
    for table in tables { try run(script: "ANALYZE \(TableShape.quoted(table.name))") }
  }
}

private final class ServerFill: TableFill {
  /// The number of buffered bytes at which the rows are sent.
  private static let maximum = 1 << 16

  private let connection: PostgreSQLConnection
  private let text: StatementText
  private var bytes: [UInt8] = []

  init(_ table: TableShape, _ connection: PostgreSQLConnection) throws(StoreError) {
    let names = table.columns.map { TableShape.quoted($0.name) }.joined(separator: ", ")
    let text = StatementText.own("COPY \(TableShape.quoted(table.name)) (\(names)) FROM STDIN (FORMAT binary)")
    (self.connection, self.text) = (connection, text)
    bytes.reserveCapacity(2 * Self.maximum)
    try connection.perform(text) { (session) throws(StoreError) in try session.beginCopyIn(text) }
  }

  func add(_ row: [UInt8]) throws {
    bytes += row
    if bytes.count >= Self.maximum { try send() }
  }

  private func send() throws(StoreError) {
    let (text, bytes) = (text, bytes)
    try connection.perform(text) { (session) throws(StoreError) in try session.copyIn(text, bytes) }
    self.bytes.removeAll(keepingCapacity: true)
  }

  func end() throws -> Int {
    try send()
    let text = text
    return try connection.perform(text) { (session) throws(StoreError) in try session.endCopyIn(text) }
  }
}
