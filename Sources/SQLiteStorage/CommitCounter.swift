import CSQLite
package import Storage
import Synchronization

/// The numbers of a database's states, shared by all read connections of a store.
///
/// A connection that detects a change assigns a new number, unless another connection has assigned
/// one to the same log head. One change may get several numbers, and different states never share a
/// number.
final class CommitCounter: Sendable {
  private struct Newest {
    var number: UInt64 = 0
    /// The log head of the newest state; nil if the change was detected otherwise.
    var head: LogHead?
  }

  private let newest = Mutex(Newest())

  var current: UInt64 { newest.withLock { $0.number } }

  /// Returns a new number for a change that a connection has detected.
  func next() -> UInt64 {
    newest.withLock { newest in
      newest = Newest(number: newest.number + 1)
      return newest.number
    }
  }

  /// Returns the number of the state with that head. Assigns a new number if it is not the newest
  /// state.
  func number(of head: LogHead) -> UInt64 {
    newest.withLock { newest in
      if newest.head != head { newest = Newest(number: newest.number + 1, head: head) }
      return newest.number
    }
  }
}

/// The header of SQLite's log index. Each commit changes it, in whatever process.
struct LogHead: Equatable {
  private let head: valence_sqlite3_log_head

  /// Reads the header from the log index; nil while another connection writes it.
  init?(_ index: UnsafeRawPointer) {
    var head = valence_sqlite3_log_head()
    guard valence_sqlite3_read_log_head(index, &head) != 0 else { return nil }
    self.head = head
  }

  static func == (left: Self, right: Self) -> Bool { left.head.words == right.head.words }
}

extension SQLiteConnection {
  /// Returns the number of the newest committed state; nil in a transaction, and on a connection
  /// without numbers.
  ///
  /// The number must be obtained before the rows that are cached under it. If another connection
  /// commits in between, the rows are newer than their number. The next call detects that commit,
  /// and the cached rows are then no longer used.
  ///
  /// The header of the log index is in shared memory and is read without a statement and without a
  /// lock. If it cannot be read, `PRAGMA data_version` detects changes.
  package func state() throws(StoreError) -> UInt64? {
    // A snapshot may be older than the newest number, so its rows must not be cached under that
    // number.
    guard let states, !isEnclosed else { return nil }
    var version: Int64?
    if logIndex == nil {
      // The statement makes SQLite open the log index, which it then closes with the connection. An
      // index mapped in another way might stay open.
      version = try dataVersion()
      logIndex = valence_sqlite3_log_index(handle)
    }
    if let logIndex, let head = LogHead(logIndex) {
      if let seen, seen.head == head { return seen.number }
      let number = states.number(of: head)
      seen = (head, number)
      return number
    }
    if version == nil { version = try dataVersion() }
    guard version == seenVersion else {
      seenVersion = version
      return states.next()
    }
    return states.current
  }

  private func dataVersion() throws(StoreError) -> Int64? {
    try first("PRAGMA data_version") { (row) throws(StoreError) in try row.get(0, as: Int64.self) }
  }
}
