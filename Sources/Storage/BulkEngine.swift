/// A table as the catalog of its engine tells it.
package struct TableShape: Sendable, Equatable {
  /// The kind of a column's values.
  package enum Kind: String, Sendable {
    case text, integer, bytes, real
  }

  /// A column.
  package struct Column: Sendable, Equatable {
    /// The column's name.
    package let name: String
    /// The kind of its values.
    package let kind: Kind

    /// Creates a column of that kind.
    package init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }
  }

  /// The table's name.
  package let name: String
  /// Its columns, without those that the engine computes.
  package let columns: [Column]
  /// The columns of its primary key, by which its rows are in order; both engines order texts and bytes alike.
  package let key: [String]
  /// The tables that its foreign keys refer to.
  package let referred: Set<String>

  /// Creates a table.
  package init(name: String, columns: [Column], key: [String], referred: Set<String>) {
    (self.name, self.columns, self.key, self.referred) = (name, columns, key, referred)
  }

  /// A name as statements write it.
  package static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  /// The statement that reads all rows in the order of the key. A column that `computed` names has the value of that expression.
  package func selection(computing computed: [String: String] = [:]) -> String {
    let values = columns.map { column in
      computed[column.name].map { "\($0) AS \(Self.quoted(column.name))" } ?? Self.quoted(column.name)
    }
    // The table's own columns are in order, not what is computed for them.
    let order = key.map { "\(Self.quoted(name)).\(Self.quoted($0))" }
    return
      "SELECT \(values.joined(separator: ", ")) FROM \(Self.quoted(name)) ORDER BY \(order.joined(separator: ", "))"
  }
}

/// A connection over which all rows of a database are read or written, whichever tables there are.
///
/// A row is bytes that are the same whichever engine it comes from: the count of its columns in two bytes, and for each column the length
/// of its value in four bytes, all ones for none, and the value: a text in UTF-8, an integer or a real number in eight bytes, bytes as they
/// are. Numbers have their most significant byte first. It is the row of PostgreSQL's binary COPY.
package protocol BulkEngine: MigratedEngine {
  /// The tables, without those of the engine itself and the one of migrations.
  func tables() throws -> [TableShape]

  /// Runs `body` while nobody else can write or begin to serve. Nothing stays of what it changes.
  ///
  /// Throws `DatabaseInUse` where somebody serves the database.
  func reading(_ body: () throws -> Void) throws

  /// Runs `body` in one transaction that it has to itself, in which no trigger of the tables runs; commits when it returns. At the end every
  /// foreign key leads to a row, and every trigger is there.
  ///
  /// Throws `DatabaseInUse` where somebody serves the database.
  func filling(_ tables: [TableShape], _ body: () throws -> Void) throws

  /// Counts the rows of a table.
  func count(of table: TableShape) throws -> Int

  /// Goes through the rows of a table in the order of its key, one in memory at a time.
  func forEachRow(of table: TableShape, computing: [String: Query], _ body: ([UInt8]) throws -> Void) throws

  /// Begins to add rows to a table. Nothing else may be asked until it has ended.
  func fill(_ table: TableShape) throws -> any TableFill

  /// Tells the engine that tables were filled, so that statements over them are planned for what is there.
  func settle(_ tables: [TableShape]) throws
}

/// Rows on their way into a table.
package protocol TableFill {
  /// Adds a row.
  func add(_ row: [UInt8]) throws
  /// Ends, and returns the count of rows.
  func end() throws -> Int
}

/// Somebody has the database open who must not.
package struct DatabaseInUse: Error, Equatable {
  /// The program or person that has it open.
  package let user: String

  /// Creates the error.
  package init(user: String) { self.user = user }
}

/// A table of a kind that rows of any bank cannot be copied into or out of.
package struct TableNotCopied: Error, Equatable, CustomStringConvertible {
  /// The table and the reason, in a sentence.
  package let description: String

  /// Creates the error.
  package init(_ description: String) { self.description = description }
}
