import Storage

/// A cache of values that are computed from the bank's data. Each commit to the database
/// invalidates it.
package final class RememberedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let reads: RememberedReads<Key, Value>

  /// Creates a cache for values whose sizes add up to at most `maximum`. If it is full, it is
  /// cleared.
  package init(maximum: Int, size: @escaping @Sendable (Value) -> Int) {
    reads = RememberedReads(maximum: maximum, size: size)
  }

  /// Returns the value of `key`; calls `make` if it is not cached. `make` may depend only on the
  /// key and the bank's data.
  package func value(of key: Key, in services: BankServices, _ make: () throws -> Value) throws -> Value {
    try value(of: key, at: services.dataState(), make)
  }

  /// Returns the value of `key` at `state`, which the caller has just read.
  package func value(of key: Key, at state: DataVersion, _ make: () throws -> Value) throws -> Value {
    try reads.value(of: key, at: state.number, make)
  }
}

/// A state of the bank's data, valid until the next commit.
///
/// If a response consists of several cached values, read the state once for all of them.
package struct DataVersion: Sendable {
  /// The number of the state; nil if the engine cannot determine it, and then values are not
  /// cached.
  let number: UInt64?
}

extension BankServices {
  /// Returns the current state of the data.
  package func dataState() throws -> DataVersion { DataVersion(number: try store.read { try $0.state() }) }

  /// True if nothing has been committed since `state`; false if the engine cannot determine it.
  package func isUnchanged(since state: DataVersion) throws -> Bool {
    try state.number != nil && store.read { try $0.state() } == state.number
  }
}
