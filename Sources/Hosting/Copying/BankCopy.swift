import PostgreSQLStorage
package import Secrets
import Services
package import Storage

/// A copy of all data of a bank from one database to another, on the same or the other engine.
///
/// All rows are written, read back and compared in one transaction of the target. If it does not
/// commit, the target stays empty.
package struct BankCopy {
  /// The copied rows of a table.
  package struct Copied {
    package let table: TableShape
    package let rows: RowDigest
  }

  /// The source database. All reads use one transaction, which also excludes writers.
  let source: any BulkEngine
  let target: any BulkEngine
  let tables: [TableShape]
  /// The keys of the audit; nil if they are unavailable, so that the audit is not verified.
  let keys: SecretKeys?
  /// Receives the number of rows processed and the total.
  let progress: (_ done: Int64, _ of: Int64) -> Void

  /// Creates a copy operation. `run` performs it.
  package init(
    source: any BulkEngine, target: any BulkEngine, tables: [TableShape], keys: SecretKeys?,
    progress: @escaping (_ done: Int64, _ of: Int64) -> Void
  ) {
    self.source = source
    self.target = target
    self.tables = tables
    self.keys = keys
    self.progress = progress
  }

  /// The number of rows between two progress reports.
  private static let step = 5000

  /// Balances of the bank's own accounts are copied as 0. SQLite stores none, and PostgreSQL adds
  /// their entries to the balances later.
  private static let balances = [
    "account": [
      "balance": Query("CASE kind WHEN 'customer' THEN balance ELSE 0 END"),
      "received": Query("CASE kind WHEN 'customer' THEN received ELSE 0 END"),
      "posted": Query("CASE kind WHEN 'customer' THEN posted ELSE 0 END"),
    ]
  ]
  /// Columns that are recomputed for PostgreSQL. From 2^50 on, a movement id contains a time in
  /// microseconds (`id / 2048`). A constraint requires `reached` to be this time, or null if it
  /// equals `at`.
  private static let onServer = [
    "ledger": ["reached": Query("CASE WHEN id >= 1125899906842624 THEN nullif(id / 2048, at) ELSE reached END")]
  ]

  /// Copies all rows, compares them and checks the resulting data. Returns the copied rows of each
  /// table.
  package func run() throws -> [Copied] {
    let tables = try CopiedTables(from: tables, to: target.tables()).all
    try refuseFilled(tables)
    let all = try tables.reduce(0) { try $0 + source.count(of: $1) }
    // Each row is written and then read back.
    var reported = CopyProgress(all: Int64(2 * all), progress: progress)
    var copied: [Copied] = []
    try target.filling(tables) {
      // Another process may have written rows before the lock was acquired.
      try refuseFilled(tables)
      for table in tables { copied.append(Copied(table: table, rows: try copy(table, &reported))) }
      if isOnServer(target) { try setChainHeads() }
      try target.settle(tables)
      for copied in copied { try compare(copied, &reported) }
      try checkBank()
    }
    return copied
  }

  private func isOnServer(_ engine: any BulkEngine) -> Bool { engine is PostgreSQLConnection }

  private func refuseFilled(_ tables: [TableShape]) throws {
    for table in tables {
      let count = try target.count(of: table)
      guard count == 0 else {
        throw OperatorError(
          "the target is not empty: it has \(counted(count, "row")) in \(table.name). Copy into a new database")
      }
    }
  }

  private func copy(_ table: TableShape, _ reported: inout CopyProgress) throws -> RowDigest {
    var rows = RowDigest()
    let fill = try target.fill(table)
    let written = Self.balances[table.name] ?? (isOnServer(target) ? Self.onServer[table.name] : nil) ?? [:]
    try source.forEachRow(of: table, computing: written) { row in
      try fill.add(row)
      rows.add(row)
      reported.add()
    }
    guard try fill.end() == rows.count else {
      throw OperatorError(
        "the target stored a different number of rows of \(table.name) than it received: nothing was copied")
    }
    return rows
  }

  private func compare(_ copied: Copied, _ reported: inout CopyProgress) throws {
    var rows = RowDigest()
    try target.forEachRow(of: copied.table, computing: [:]) { row in
      rows.add(row)
      reported.add()
    }
    guard rows.count == copied.rows.count, rows.value == copied.rows.value else {
      throw OperatorError("the copied rows of \(copied.table.name) differ from the source: nothing was copied")
    }
  }

  /// Sets the newest rows of the audit and of the feed, which PostgreSQL stores in a separate
  /// table.
  private func setChainHeads() throws {
    let connection = Connection(target)
    let changed =
      try connection.execute(
        """
        UPDATE chain_head SET sequence = newest.sequence, hash = newest.hash
        FROM (SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1) AS newest WHERE chain = 'audit'
        """)
      + connection.execute(
        """
        UPDATE chain_head SET sequence = newest.sequence
        FROM (SELECT sequence FROM core_feed ORDER BY sequence DESC LIMIT 1) AS newest WHERE chain = 'feed'
        """)
    let due = try connection.first(
      """
      SELECT CAST(EXISTS (SELECT 1 FROM audit_record) AS INTEGER) + CAST(EXISTS (SELECT 1 FROM core_feed) AS INTEGER)
      """
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) }
    guard changed == due else {
      throw OperatorError("the heads of the audit and of the feed are missing in chain_head: nothing was copied")
    }
  }

  /// Checks the ledger of the target and, if the keys are available, the audit.
  private func checkBank() throws {
    let store = SnapshotStore(target)
    let ledger = try Inspection(store: store).ledger()
    guard ledger.isSound else {
      throw OperatorError(
        "the ledger is not sound, and nothing was copied:\n" + ledger.faults.prefix(10).joined(separator: "\n"))
    }
    guard let keys else { return }
    do { _ = try Audit(store: store, keys: keys, clock: { .systemNow }).verify() } catch let fault as AuditFault {
      throw OperatorError("the audit is broken at \(fault.sequence), and nothing was copied: \(fault)")
    }
  }

  private struct CopyProgress {
    let all: Int64
    let progress: (_ done: Int64, _ of: Int64) -> Void
    private var done: Int64 = 0

    init(all: Int64, progress: @escaping (_ done: Int64, _ of: Int64) -> Void) {
      (self.all, self.progress) = (all, progress)
    }

    mutating func add() {
      done += 1
      if done % Int64(BankCopy.step) == 0 || done == all { progress(done, all) }
    }
  }
}
