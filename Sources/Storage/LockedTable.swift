/// The table whose rows a kind of locks means, for an engine that locks rows: it knows no table of the bank.
///
///     let store = try PostgreSQLStore(address, locking: [LockedTable("person", in: "person", by: "id")])
///
/// A kind without a table, such as a login that is nobody's yet, is locked by one of 1,024 rows of the engine's own. Two such
/// locks that share a row wait for each other without need, and never miss each other.
package struct LockedTable: Sendable {
  /// The kind of locks.
  package let kind: String
  /// The table.
  package let table: String
  /// The column of the keys.
  package let column: String

  /// Creates the table with the rows of that kind, found by a unique column that no write changes.
  package init(_ kind: StaticString, in table: StaticString, by column: StaticString) {
    for name in [table, column] {
      precondition(name.description.utf8.allSatisfy { $0 == 0x5f || (0x61...0x7a).contains($0) }, "\(name) is no name")
    }
    (self.kind, self.table, self.column) = (kind.description, table.description, column.description)
  }
}
