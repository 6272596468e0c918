import PostgreSQLStorage
package import Secrets
import Services
package import Storage

/// A copy of a whole bank from one database into another, on the same engine or on the other one.
///
/// Rows go over in one transaction of the target, in which they are read again and compared: whatever ends it before its COMMIT
/// leaves the target empty.
package struct BankCopy {
  /// The rows of a table that were copied.
  package struct Copied {
    package let table: TableShape
    package let rows: RowDigest
  }

  /// The database that is copied, which is held and in whose transaction all is read.
  let source: any BulkEngine
  /// The database to fill.
  let target: any BulkEngine
  /// The tables of the source.
  let tables: [TableShape]
  /// The keys that the audit was written with; nil if they are not there to prove it.
  let keys: SecretKeys?
  /// Told of the rows so far, and of all.
  let progress: (_ done: Int64, _ of: Int64) -> Void

  /// Creates a copy; it copies nothing yet.
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

  /// The rows after which progress is told.
  private static let step = 5000

  /// An account of the bank begins with nothing taken in: SQLite keeps no balance of it, and PostgreSQL takes its entries in later.
  private static let balances = [
    "account": [
      "balance": Query("CASE kind WHEN 'customer' THEN balance ELSE 0 END"),
      "received": Query("CASE kind WHEN 'customer' THEN received ELSE 0 END"),
      "posted": Query("CASE kind WHEN 'customer' THEN posted ELSE 0 END"),
    ]
  ]
  /// The columns that another engine did not write as PostgreSQL has them. A program on SQLite gives movements that follow those of a
  /// copy from PostgreSQL ids of the same kind; where a clock was behind, the id tells the time that was reached.
  private static let onServer = [
    "ledger": ["reached": Query("CASE WHEN id >= 1125899906842624 THEN nullif(id / 2048, at) ELSE reached END")]
  ]

  /// Copies all rows, compares them and checks the bank that they make; returns what was copied of each table.
  package func run() throws -> [Copied] {
    let tables = try CopiedTables(from: tables, to: target.tables()).all
    try refuseFilled(tables)
    let all = try tables.reduce(0) { try $0 + source.count(of: $1) }
    // Each row is written, and read again.
    var reported = CopyProgress(all: Int64(2 * all), progress: progress)
    var copied: [Copied] = []
    try target.filling(tables) {
      // Somebody may have written before the lock.
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
          "the target is not empty: it has \(counted(count, "row")) in \(table.name). A copy goes into a new database")
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
        "the target took another number of rows of \(table.name) than it was given: nothing was copied")
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
      throw OperatorError("the rows of \(copied.table.name) came out otherwise than they went in: nothing was copied")
    }
  }

  /// PostgreSQL keeps the newest row of the audit and of the feed apart.
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

  /// Checks the ledger and, with its keys, the audit that the target has now.
  private func checkBank() throws {
    let store = UncommittedStore(target)
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

  /// The progress over all tables.
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
