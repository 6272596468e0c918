/// A table, as the engine's catalog describes it.
package struct TableShape: Sendable, Equatable {
  /// The type of a column's values.
  package enum Kind: String, Sendable {
    case text, integer, bytes, real
  }

  package struct Column: Sendable, Equatable {
    package let name: String
    package let kind: Kind

    package init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }
  }

  package let name: String
  /// The columns, except generated ones.
  package let columns: [Column]
  /// The columns of the primary key, in the order of the key. Both engines sort text and bytes in
  /// the same order.
  package let key: [String]
  /// The tables that the foreign keys reference.
  package let referred: Set<String>

  package init(name: String, columns: [Column], key: [String], referred: Set<String>) {
    (self.name, self.columns, self.key, self.referred) = (name, columns, key, referred)
  }

  /// Returns `name` as a quoted identifier.
  package static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  /// Returns the statement that reads all rows in the order of the primary key. A column in
  /// `computed` has the value of its expression instead of the stored value.
  package func selection(computing computed: [String: String] = [:]) -> String {
    let values = columns.map { column in
      computed[column.name].map { "\($0) AS \(Self.quoted(column.name))" } ?? Self.quoted(column.name)
    }
    // Qualified, so that the order is by the stored columns and not by computed ones.
    let order = key.map { "\(Self.quoted(name)).\(Self.quoted($0))" }
    return
      "SELECT \(values.joined(separator: ", ")) FROM \(Self.quoted(name)) ORDER BY \(order.joined(separator: ", "))"
  }
}

/// A connection that reads or writes all rows of a database, whatever its tables.
///
/// A row has the same bytes in every engine, those of PostgreSQL's binary COPY:
///
/// - the number of columns, in two bytes
/// - for each column the length of its value, in four bytes; all bits are set for NULL
/// - the value: text as UTF-8, an integer or a real number in eight bytes, a blob unchanged
///
/// Numbers are big-endian.
package protocol BulkEngine: MigratedEngine {
  /// The tables, without `migration` and the tables of the engine itself.
  func tables() throws -> [TableShape]

  /// Runs `body` while no other process can write to the database or start to serve it. Changes by
  /// `body` are rolled back.
  ///
  /// Throws `DatabaseInUse`, or a `StoreError` with the fault `busy`, if another process has the
  /// database open.
  func reading(_ body: () throws -> Void) throws

  /// Runs `body` in one transaction with exclusive access and commits it when `body` returns.
  /// Triggers of the tables do not run during `body`. After the transaction the triggers are
  /// enabled, and every foreign key references an existing row.
  ///
  /// Throws `DatabaseInUse`, or a `StoreError` with the fault `busy`, if another process has the
  /// database open.
  func filling(_ tables: [TableShape], _ body: () throws -> Void) throws

  func count(of table: TableShape) throws -> Int

  /// Calls `body` with each row of a table, in the order of the primary key. One row is in memory
  /// at a time.
  func forEachRow(of table: TableShape, computing: [String: Query], _ body: ([UInt8]) throws -> Void) throws

  /// Begins to insert rows into a table. Until `TableFill.end` returns, the connection must not be
  /// used for other statements.
  func fill(_ table: TableShape) throws -> any TableFill

  /// Updates the engine's statistics of filled tables, which its query planner uses.
  func settle(_ tables: [TableShape]) throws
}

/// An insertion of rows into one table.
package protocol TableFill {
  func add(_ row: [UInt8]) throws
  /// Ends the insertion. Returns the number of inserted rows.
  func end() throws -> Int
}

/// Another process has the database open.
package struct DatabaseInUse: Error, Equatable {
  /// The process that has it open, as text for a message.
  package let user: String

  package init(user: String) { self.user = user }
}

/// The error of tables whose rows cannot be copied.
package struct TableNotCopied: Error, Equatable, CustomStringConvertible {
  /// The reason, with the table if it concerns a single one.
  package let description: String

  package init(_ description: String) { self.description = description }
}
