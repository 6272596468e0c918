import Synchronization

/// Rows that are remembered until anybody changes the database, so that they are never older than those in it.
///
///     let accounts = RememberedReads<PersonID, [Account]>(maximum: 10_000) { $0.count }
///     let mine = try accounts.read(person, in: store) { try AccountDAO($0).all(person: person) }
///
/// Whoever asks has the database tell whether it has changed, which costs as much as reading an empty table. On an engine that
/// cannot tell, and in a snapshot, each read goes to the database.
package final class RememberedReads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    var state: UInt64 = 0
    var size = 0
    var values: [Key: Value] = [:]
  }

  private let kept = Mutex(Kept())
  private let maximum: Int
  private let size: @Sendable (Value) -> Int

  /// Creates a memory of values whose sizes add up to `maximum`. A full one is emptied.
  ///
  /// `size` is the size of a value in any unit, such as rows; each counts for one more, its key.
  package init(maximum: Int, size: @escaping @Sendable (Value) -> Int) { (self.maximum, self.size) = (maximum, size) }

  /// Returns the value of `key`: the remembered one if the database has not changed since it was read, or a new one.
  package func read(
    _ key: Key, in store: any Store, _ read: @Sendable (Connection) throws -> Value
  ) throws -> Value {
    try value(of: key, in: store) { try store.read(read) }
  }

  /// Returns the value of `key`, which `make` makes of rows of the database and of nothing else that changes.
  package func value(of key: Key, in store: any Store, _ make: () throws -> Value) throws -> Value {
    // No connection is held while the rows are read: `make` may take another one.
    try value(of: key, at: try store.read { try $0.state() }, make)
  }

  /// Returns the value of `key` in the state that `Connection.state` has just told; makes it anew if that is nil.
  package func value(of key: Key, at state: UInt64?, _ make: () throws -> Value) throws -> Value {
    guard let state else { return try make() }
    if let known = kept.withLock({ $0.state == state ? $0.values[key] : nil }) { return known }
    let value = try make()
    keep(value, of: key, in: state)
    return value
  }

  /// The sizes of all remembered values together.
  package var total: Int { kept.withLock { $0.size } }

  private func keep(_ value: Value, of key: Key, in state: UInt64) {
    let size = 1 + size(value)
    guard size <= maximum else { return }
    // Freed once the lock is open: thousands of values may go at once.
    let old: [Key: Value] = kept.withLock { kept in
      guard kept.state <= state else { return [:] }
      var old: [Key: Value] = [:]
      if kept.state < state || kept.size + size > maximum {
        old = kept.values
        kept = Kept(state: state)
      }
      kept.size += size
      // Two may have read it at once.
      if let other = kept.values.updateValue(value, forKey: key) { kept.size -= 1 + self.size(other) }
      return old
    }
    _ = consume old
  }
}
