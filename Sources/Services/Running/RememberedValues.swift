import Storage

/// Values that follow from the bank's data, remembered until anybody changes the database.
///
///     let lists = RememberedValues<PersonID, [UInt8]>(most: 8 << 20) { $0.count }
///     let list = try lists.value(of: person, in: services) { try written(services.accounts.all(person)) }
package final class RememberedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let reads: RememberedReads<Key, Value>

  /// Creates a memory of values whose sizes add up to `most`. A full one is emptied.
  package init(most: Int, size: @escaping @Sendable (Value) -> Int) { reads = RememberedReads(most: most, size: size) }

  /// Returns the value of `key`, which `make` makes of the bank's data and of nothing else that changes.
  package func value(of key: Key, in services: BankServices, _ make: () throws -> Value) throws -> Value {
    try reads.value(of: key, in: services.store, make)
  }
}
