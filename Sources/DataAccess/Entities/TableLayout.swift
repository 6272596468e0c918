import Model
import Storage

/// The columns of an entity's fields.
struct TableLayout {
  /// A column of a row in a read.
  private struct Column {
    let name: String
    /// The expression to read; nil for the column itself.
    let expression: SQLFragment?
  }

  /// The column of whose a row is.
  let owner: String?
  /// The columns that are no field's.
  let extraColumns: [String]
  /// The columns of the values that a record stores, in their order.
  private(set) var stored: [String] = []
  /// The stored columns that are the key.
  private(set) var keys: [Int] = []
  /// The stored columns that are declared as changing, and those that are neither that nor key.
  private var declared: [Int] = []
  private var others: [Int] = []
  private var selected: [Column] = []

  /// Creates a layout without fields.
  init(owner: String?, extraColumns: [String]) { (self.owner, self.extraColumns) = (owner, extraColumns) }

  /// The number of columns in a read.
  var width: Int { selected.count }

  /// The stored columns that an update stores: all but the key if none is declared as changing.
  var changing: [Int] { declared.isEmpty ? others : declared }

  /// The stored columns that find the row: the key and the owner.
  var identifying: [Int] { keys + [owner].compactMap { $0.flatMap(stored.firstIndex) }.filter { !keys.contains($0) } }

  /// The columns that tell the row and whose it is.
  var condition: [String] { identifying.map { stored[$0] } + [owner].compactMap { $0 }.filter { !stored.contains($0) } }

  /// Adds a field that takes these columns; answers where a row has it. Fields may share a column, such as a currency.
  mutating func add(_ field: EntityField, _ names: [String], as expression: SQLFragment?, of entity: StaticString)
    -> ColumnPlace
  {
    precondition(field.isComputed == (expression != nil), "\(entity).\(field.name): computed, and not, or neither")
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

  /// Returns the columns to read, each qualified with the table's alias if there is one.
  func columns(of alias: StaticString? = nil) -> SQLFragment {
    .joined(
      selected.map { column in
        let name = SQLFragment(names: [column.name])
        guard let alias else { return column.expression ?? name }
        return column.expression ?? .joined([SQLFragment(names: [alias.description]), name], by: ".")
      }, by: ", ")
  }
}

/// The statements that every table has, put together from the declaration of its entity.
struct TableStatements: Sendable {
  /// The columns of the fields.
  let columns: SQLFragment
  /// Adds a row.
  let insertion: Query
  /// Adds a row, or replaces the one with its key.
  let replacement: Query
  /// The row with a key.
  let search: Query
  /// Every row.
  let listing: Query
  /// Stores the changing columns of a row.
  let update: Query
  /// Takes a row out.
  let deletion: Query

  /// Composes the statements over the table `name`, whose rows are read from `source`.
  init(
    of layout: TableLayout, name: SQLFragment, source: SQLFragment?, order: SQLFragment?,
    replacing: [String: SQLFragment]
  ) {
    let columns = layout.columns()
    let from = source ?? name
    let keys = layout.keys.map { layout.stored[$0] }
    // The statement asks for the owner even if the key is unique.
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
  }

  private static func equal(_ names: [String], from first: Int) -> SQLFragment { pairs(names, first, " AND ") }
  private static func assigned(_ names: [String], from first: Int) -> SQLFragment { pairs(names, first, ", ") }

  private static func pairs(_ names: [String], _ first: Int, _ separator: StaticString) -> SQLFragment {
    .joined(
      names.enumerated().map { "\(SQLFragment(names: [$1])) = \(.argument(first + $0))" as SQLFragment }, by: separator)
  }
}
