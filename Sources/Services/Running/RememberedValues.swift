import Storage

/// Values that follow from the bank's data, remembered until anybody changes the database.
///
///     let lists = RememberedValues<PersonID, [UInt8]>(maximum: 8 << 20) { $0.count }
///     let list = try lists.value(of: person, in: services) { try written(services.accounts.all(person)) }
package final class RememberedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let reads: RememberedReads<Key, Value>

  /// Creates a memory of values whose sizes add up to `maximum`. A full one is emptied.
  package init(maximum: Int, size: @escaping @Sendable (Value) -> Int) {
    reads = RememberedReads(maximum: maximum, size: size)
  }

  /// Returns the value of `key`, which `make` makes of the bank's data and of nothing else that changes.
  package func value(of key: Key, in services: BankServices, _ make: () throws -> Value) throws -> Value {
    try value(of: key, at: services.dataState(), make)
  }

  /// Returns the same as the data have it in a state at which the caller has just looked.
  package func value(of key: Key, at state: DataVersion, _ make: () throws -> Value) throws -> Value {
    try reads.value(of: key, at: state.number, make)
  }
}

/// The state of the bank's data when somebody looked: it lasts until anybody commits.
///
/// An answer that is made of several remembered values looks once.
package struct DataVersion: Sendable {
  /// The number of the state; nil on an engine that cannot tell, where everything is read anew.
  let number: UInt64?
}

extension BankServices {
  /// Returns the present state of the data.
  package func dataState() throws -> DataVersion { DataVersion(number: try store.read { try $0.state() }) }

  /// True if nothing has been written since that state; false on an engine that cannot tell.
  package func isUnchanged(since state: DataVersion) throws -> Bool {
    try state.number != nil && store.read { try $0.state() } == state.number
  }
}
