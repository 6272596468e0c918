import Storage

extension LockedTable {
  /// The statement that locks the rows with the keys in `$1`, in the order of the keys.
  ///
  /// `FOR NO KEY UPDATE` lets other transactions insert rows that reference a locked row.
  fileprivate var sql: String {
    "SELECT FROM \"\(table)\" WHERE \"\(column)\" = ANY ($1) ORDER BY \"\(column)\" FOR NO KEY UPDATE"
  }
}

/// The rows that a batch locks, as statements in the order that all batches use: tables by rank and
/// kind, rows by key, and the engine's own rows last.
struct LockPlan {
  /// The rows to lock in one table.
  private struct Rows {
    let rank: Int
    let table: LockedTable
    var keys: [StoredValue] = []
  }

  /// The number of the engine's own rows.
  static let slots: UInt64 = 1024
  static let slotSQL = "SELECT FROM batch_lock WHERE number = ANY ($1) ORDER BY number FOR NO KEY UPDATE"

  private let tables: [String: LockedTable]
  private var rows: [Rows] = []
  private var slots: Set<UInt64> = []

  init(_ tables: [String: LockedTable]) { self.tables = tables }

  mutating func add(_ lock: Lock) {
    let key = lock.key.stored
    guard let table = tables[lock.kind.description] else {
      slots.insert(KeyHash.of(lock) % Self.slots)
      return
    }
    let place = rows.firstIndex { $0.table.kind == table.kind } ?? rows.endIndex
    if place == rows.endIndex { rows.append(Rows(rank: lock.rank, table: table)) }
    if !rows[place].keys.contains(key) { rows[place].keys.append(key) }
  }

  /// Calls `lock` with each statement and its keys, in the order of locking.
  func forEach(_ lock: (String, [StoredValue]) throws(StoreError) -> Void) throws(StoreError) {
    for rows in rows.sorted(by: { ($0.rank, $0.table.kind) < ($1.rank, $1.table.kind) }) {
      try lock(rows.table.sql, rows.keys)
    }
    if !slots.isEmpty { try lock(Self.slotSQL, slots.sorted().map { .integer(Int64($0)) }) }
  }
}

/// The FNV-1a hash of a lock. It is the same in every process.
enum KeyHash {
  /// Returns the hash of the lock's kind and key.
  static func of(_ lock: Lock) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in lock.kind.description.utf8 { add(byte, to: &hash) }
    add(UInt8(0), to: &hash)
    switch lock.key.stored {
    case .null: break
    case .integer(let number): add(UInt64(bitPattern: number), to: &hash)
    case .real(let number): add(number.bitPattern, to: &hash)
    case .text(let text): for byte in text.utf8 { add(byte, to: &hash) }
    case .blob(let bytes): for byte in bytes { add(byte, to: &hash) }
    case .identifier(let high, let low):
      add(high, to: &hash)
      add(low, to: &hash)
    }
    // The low bits of FNV alone are too similar for numbers that differ little.
    return hash ^ hash >> 32
  }

  private static func add(_ byte: UInt8, to hash: inout UInt64) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

  private static func add(_ word: UInt64, to hash: inout UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: word >> shift), to: &hash) }
  }
}
