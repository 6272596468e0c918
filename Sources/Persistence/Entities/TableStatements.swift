package import Storage

/// The statements that every table has, put together from the declaration of its entity.
package struct TableStatements: Sendable {
  /// The columns of the fields.
  package let columns: SQLText
  /// Adds a row.
  package let insertion: Query
  /// Adds a row, or puts it in the place of the one with its key.
  package let replacement: Query
  /// The row with a key.
  package let search: Query
  /// Every row.
  package let listing: Query
  /// Stores what changes of a row.
  package let update: Query
  /// Takes a row out.
  package let deletion: Query

  /// The statements over the table `name`, whose rows are read from `source`.
  init(of layout: TableLayout, name: SQLText, source: SQLText?, order: SQLText?, replacing: [String: SQLText]) {
    let columns = layout.columns()
    let from = source ?? name
    let keys = layout.keys.map { layout.stored[$0] }
    // Who owns a row is asked for even where its key tells it from all others.
    let row = Self.equal(layout.condition, from: 1)
    let inserted = layout.stored + layout.beside
    let arguments = SQLText.joined(inserted.indices.map { .argument($0 + 1) }, by: ", ")
    let insertion: SQLText = "INSERT INTO \(name) (\(SQLText(names: inserted))) VALUES (\(arguments))"
    let changing = layout.changing.map { layout.stored[$0] }
    let replaced = (changing + layout.beside.filter { $0 != layout.owner }).map { column in
      "\(SQLText(names: [column])) = \(replacing[column] ?? "excluded.\(SQLText(names: [column]))")" as SQLText
    }
    let target = SQLText(names: keys.isEmpty ? [layout.owner].compactMap { $0 } : keys)
    let owned = layout.owner.map { "WHERE \(Self.equal([$0], from: 1)) " as SQLText } ?? ""
    self.columns = columns
    self.insertion = Query(insertion)
    replacement = Query("\(insertion) ON CONFLICT (\(target)) DO UPDATE SET \(.joined(replaced, by: ", "))")
    search = Query("SELECT \(columns) FROM \(from) WHERE \(row)")
    listing = Query("SELECT \(columns) FROM \(from) \(owned)ORDER BY \(order ?? SQLText(names: keys))")
    let changes = Self.assigned(changing, from: layout.condition.count + 1)
    update = Query("UPDATE \(name) SET \(changes) WHERE \(row)")
    deletion = Query("DELETE FROM \(name) WHERE \(row)")
  }

  private static func equal(_ names: [String], from first: Int) -> SQLText { pairs(names, first, " AND ") }
  private static func assigned(_ names: [String], from first: Int) -> SQLText { pairs(names, first, ", ") }

  private static func pairs(_ names: [String], _ first: Int, _ separator: StaticString) -> SQLText {
    .joined(
      names.enumerated().map { "\(SQLText(names: [$1])) = \(.argument(first + $0))" as SQLText }, by: separator)
  }
}
