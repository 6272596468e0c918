import CSQLite
package import Storage
import Synchronization

/// The numbers of a database's states, shared by the connections that read it.
///
/// A connection that finds a change takes a new number for the state, unless another one has taken it. One change may take several
/// numbers, and no two states have the same.
final class CommitCounter: Sendable {
  private struct Newest {
    var number: UInt64 = 0
    /// The state that has it; nil if it was known by another sign.
    var head: LogHead?
  }

  private let newest = Mutex(Newest())

  /// The newest number.
  var current: UInt64 { newest.withLock { $0.number } }

  /// Takes a new number, for a change that a connection has found.
  func next() -> UInt64 {
    newest.withLock { newest in
      newest = Newest(number: newest.number + 1)
      return newest.number
    }
  }

  /// Returns the number of the state with that head: the newest, or a new one.
  func number(of head: LogHead) -> UInt64 {
    newest.withLock { newest in
      if newest.head != head { newest = Newest(number: newest.number + 1, head: head) }
      return newest.number
    }
  }
}

/// The head of the index of SQLite's log: each commit changes it, whichever process commits.
struct LogHead: Equatable {
  private let head: valence_sqlite3_log_head

  /// Reads the head of the index at that address; nil at a moment at which it is written.
  init?(_ index: UnsafeRawPointer) {
    var head = valence_sqlite3_log_head()
    guard valence_sqlite3_read_log_head(index, &head) != 0 else { return nil }
    self.head = head
  }

  static func == (left: Self, right: Self) -> Bool { left.head.words == right.head.words }
}

extension SQLiteConnection {
  /// Returns the number of the newest committed state; nil in a transaction, and on a connection without numbers.
  ///
  /// A number is taken before the rows are read that are kept under it. If somebody commits in between, the rows are newer than
  /// their number; the next look finds that commit, and nobody is given them any more.
  ///
  /// The head of the index of the log, which all processes share, tells of each commit without a statement and without a lock. Where it
  /// cannot be read, SQLite is asked.
  package func state() throws(StoreError) -> UInt64? {
    // A snapshot may be older than the newest number, so that its rows must not be kept under it.
    guard let states, !isEnclosed else { return nil }
    var version: Int64?
    if logIndex == nil {
      // An index that SQLite opens for a statement is closed with the connection; one that was opened otherwise might not be.
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
