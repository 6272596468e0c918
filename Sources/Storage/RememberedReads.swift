import Synchronization

/// A cache of values read from the database, valid until the next COMMIT of any process. A cached
/// value is never older than the database.
///
/// Each access reads the number of the newest state of the database. If the engine has no such
/// number, and inside a snapshot, each access reads the database.
package final class RememberedReads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    var state: UInt64 = 0
    var size = 0
    var values: [Key: Value] = [:]
  }

  private let kept = Mutex(Kept())
  private let maximum: Int
  private let size: @Sendable (Value) -> Int

  /// Creates a cache whose sizes add up to at most `maximum`. If a new value does not fit, all
  /// others are removed. A value that exceeds `maximum` alone is not cached.
  ///
  /// `size` returns the size of a value in any unit, such as rows. Each value counts for one unit
  /// more, for its key.
  package init(maximum: Int, size: @escaping @Sendable (Value) -> Int) { (self.maximum, self.size) = (maximum, size) }

  /// Returns the cached value of `key` if the database has not changed since it was read. Otherwise
  /// reads it.
  package func read(
    _ key: Key, in store: any Store, _ read: @Sendable (Connection) throws -> Value
  ) throws -> Value {
    try value(of: key, in: store) { try store.read(read) }
  }

  /// Returns the value of `key`. `make` must depend only on rows of the database.
  package func value(of key: Key, in store: any Store, _ make: () throws -> Value) throws -> Value {
    // The connection is released before `make` runs, because `make` may use another one.
    try value(of: key, at: try store.read { try $0.state() }, make)
  }

  /// Returns the value of `key` for `state`, a result of `Connection.state` obtained just before.
  /// If `state` is nil, calls `make` and caches nothing.
  package func value(of key: Key, at state: UInt64?, _ make: () throws -> Value) throws -> Value {
    guard let state else { return try make() }
    if let known = kept.withLock({ $0.state == state ? $0.values[key] : nil }) { return known }
    let value = try make()
    keep(value, of: key, in: state)
    return value
  }

  /// The sum of the sizes of all cached values.
  package var total: Int { kept.withLock { $0.size } }

  private func keep(_ value: Value, of key: Key, in state: UInt64) {
    let size = 1 + size(value)
    guard size <= maximum else { return }
    // Freed outside the lock, because thousands of values may be freed together.
    let old: [Key: Value] = kept.withLock { kept in
      guard kept.state <= state else { return [:] }
      var old: [Key: Value] = [:]
      if kept.state < state || kept.size + size > maximum {
        old = kept.values
        kept = Kept(state: state)
      }
      kept.size += size
      // Another thread may have cached a value of the same key.
      if let other = kept.values.updateValue(value, forKey: key) { kept.size -= 1 + self.size(other) }
      return old
    }
    _ = consume old
  }
}
