import Model
import Storage

/// The columns of an entity's fields.
struct TableLayout {
  /// A column or expression that a read selects.
  private struct Column {
    let name: String
    /// The expression to read; nil for the column itself.
    let expression: SQLFragment?
  }

  /// The owner column; nil for a table without owners.
  let owner: String?
  /// The columns that do not belong to fields.
  let extraColumns: [String]
  /// The columns that a record stores, in order.
  private(set) var stored: [String] = []
  /// The indices in `stored` of the key columns.
  private(set) var keys: [Int] = []
  /// The indices in `stored` of the columns declared as changing, and of the columns that are
  /// neither changing nor part of the key.
  private var declared: [Int] = []
  private var others: [Int] = []
  private var selected: [Column] = []

  init(owner: String?, extraColumns: [String]) { (self.owner, self.extraColumns) = (owner, extraColumns) }

  /// The number of columns that a read selects.
  var width: Int { selected.count }

  /// The indices in `stored` of the columns that an update writes. These are the columns declared
  /// as changing, or all except the key if no column is declared as changing.
  var changing: [Int] { declared.isEmpty ? others : declared }

  /// The indices in `stored` of the columns that identify a row: the key and the owner.
  var identifying: [Int] { keys + [owner].compactMap { $0.flatMap(stored.firstIndex) }.filter { !keys.contains($0) } }

  /// The names of the columns that identify a row: the key and the owner.
  var condition: [String] { identifying.map { stored[$0] } + [owner].compactMap { $0 }.filter { !stored.contains($0) } }

  /// Adds a field with these columns; returns their offsets in a row. Fields can share a column,
  /// such as a currency.
  mutating func add(_ field: EntityField, _ names: [String], as expression: SQLFragment?, of entity: StaticString)
    -> ColumnPlace
  {
    precondition(
      field.isComputed == (expression != nil),
      "\(entity).\(field.name): expected an expression exactly if the field is computed")
    var places: [Int] = []
    for name in names {
      let isFirst = places.isEmpty
      if let known = selected.firstIndex(where: { $0.name == name }) {
        places.append(known)
      } else {
        places.append(selected.count)
        selected.append(Column(name: name, expression: isFirst ? expression : nil))
      }
      guard !field.isComputed else { continue }
      precondition(!stored.contains(name), "\(entity).\(field.name): \(name) is stored already")
      if field.isKey { keys.append(stored.count) }
      if field.changes { declared.append(stored.count) } else if !field.isKey { others.append(stored.count) }
      stored.append(name)
    }
    return ColumnPlace(places[0], places[places.count - 1])
  }

  /// Returns the columns to read. Plain columns are qualified with `alias` if it is given.
  func columns(of alias: StaticString? = nil) -> SQLFragment {
    .joined(
      selected.map { column in
        let name = SQLFragment(names: [column.name])
        guard let alias else { return column.expression ?? name }
        return column.expression ?? .joined([SQLFragment(names: [alias.description]), name], by: ".")
      }, by: ", ")
  }
}

/// The common statements of a table, composed from the declaration of its entity.
struct TableStatements: Sendable {
  /// The columns of the fields.
  let columns: SQLFragment
  /// Inserts a row.
  let insertion: Query
  /// Inserts a row, or replaces the row with the same key.
  let replacement: Query
  /// Selects the row with a key.
  let search: Query
  /// Selects all rows, or the rows of an owner.
  let listing: Query
  /// Updates the changing columns of a row.
  let update: Query
  /// Deletes a row.
  let deletion: Query
  /// Deletes all rows of an owner; nil for a table without owners.
  let erasure: Query?

  /// Composes the statements over the table `name`, whose rows are read from `source`.
  init(
    of layout: TableLayout, name: SQLFragment, source: SQLFragment?, order: SQLFragment?,
    replacing: [String: SQLFragment]
  ) {
    let columns = layout.columns()
    let from = source ?? name
    let keys = layout.keys.map { layout.stored[$0] }
    // The condition includes the owner even if the key is unique.
    let row = Self.equal(layout.condition, from: 1)
    let inserted = layout.stored + layout.extraColumns
    let arguments = SQLFragment.joined(inserted.indices.map { .argument($0 + 1) }, by: ", ")
    let insertion: SQLFragment = "INSERT INTO \(name) (\(SQLFragment(names: inserted))) VALUES (\(arguments))"
    let changing = layout.changing.map { layout.stored[$0] }
    let replaced = (changing + layout.extraColumns.filter { $0 != layout.owner }).map { column in
      "\(SQLFragment(names: [column])) = \(replacing[column] ?? "excluded.\(SQLFragment(names: [column]))")"
        as SQLFragment
    }
    let target = SQLFragment(names: keys.isEmpty ? [layout.owner].compactMap { $0 } : keys)
    let owned = layout.owner.map { "WHERE \(Self.equal([$0], from: 1)) " as SQLFragment } ?? ""
    self.columns = columns
    self.insertion = Query(insertion)
    replacement = Query("\(insertion) ON CONFLICT (\(target)) DO UPDATE SET \(.joined(replaced, by: ", "))")
    search = Query("SELECT \(columns) FROM \(from) WHERE \(row)")
    listing = Query("SELECT \(columns) FROM \(from) \(owned)ORDER BY \(order ?? SQLFragment(names: keys))")
    let changes = Self.assigned(changing, from: layout.condition.count + 1)
    update = Query("UPDATE \(name) SET \(changes) WHERE \(row)")
    deletion = Query("DELETE FROM \(name) WHERE \(row)")
    erasure = layout.owner.map { Query("DELETE FROM \(name) WHERE \(Self.equal([$0], from: 1))") }
  }

  private static func equal(_ names: [String], from first: Int) -> SQLFragment { pairs(names, first, " AND ") }
  private static func assigned(_ names: [String], from first: Int) -> SQLFragment { pairs(names, first, ", ") }

  private static func pairs(_ names: [String], _ first: Int, _ separator: StaticString) -> SQLFragment {
    .joined(
      names.enumerated().map { "\(SQLFragment(names: [$1])) = \(.argument(first + $0))" as SQLFragment }, by: separator)
  }
}
