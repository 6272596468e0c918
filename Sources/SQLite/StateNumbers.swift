package import Storage
import Synchronization

/// The numbers of a database's states, shared by the connections that read it.
///
/// SQLite tells a connection whether another one, of any process, has committed since it last asked. Each connection that
/// finds a change takes a new number, so that one change may take several numbers, and no two states have the same.
final class StateNumbers: Sendable {
  private let newest = Atomic<UInt64>(0)

  /// The newest number.
  var current: UInt64 { newest.load(ordering: .acquiring) }

  /// Takes a new number, for a change that a connection has found.
  func next() -> UInt64 { newest.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue }
}

extension SQLiteConnection {
  /// Returns the number of the newest committed state; nil in a transaction, and on a connection without numbers.
  ///
  /// A number is taken before the rows are read that are kept under it. If somebody commits in between, the rows are newer than
  /// their number; the next look finds that commit, and nobody is given them any more.
  package func state() throws(StoreError) -> UInt64? {
    // A snapshot may be older than the newest number, so that its rows must not be kept under it.
    guard let states, !isEnclosed else { return nil }
    let version = try first("PRAGMA data_version") { (row) throws(StoreError) in try row.get(0, as: Int64.self) }
    guard version == seenVersion else {
      seenVersion = version
      return states.next()
    }
    return states.current
  }
}
