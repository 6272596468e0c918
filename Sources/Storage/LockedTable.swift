/// The table that contains the rows of one kind of lock. An engine that locks rows gets these from
/// its caller, because it does not know the bank's tables.
///
/// A kind without a table, such as a login that does not exist yet, is mapped by a hash to one of
/// 1,024 rows of the engine. Locks that share such a row exclude each other needlessly.
package struct LockedTable: Sendable {
  package let kind: String
  package let table: String
  /// The column with the keys.
  package let column: String

  /// Creates the table for locks of `kind`. `column` must be unique, and no write may change it.
  package init(_ kind: StaticString, in table: StaticString, by column: StaticString) {
    for name in [table, column] {
      precondition(
        name.description.utf8.allSatisfy { $0 == 0x5f || (0x61...0x7a).contains($0) }, "\(name) is not a valid name")
    }
    (self.kind, self.table, self.column) = (kind.description, table.description, column.description)
  }
}
