import Model
import Storage

/// Which columns the fields of an entity take.
struct TableLayout {
  /// One column of a row as it is read.
  private struct Column {
    let name: String
    /// What is read in its place; nil for the column itself.
    let expression: SQLText?
  }

  /// The column of whose a row is.
  let owner: String?
  /// The columns that are no field's.
  let beside: [String]
  /// The columns of the values that a record stores, in their order.
  private(set) var stored: [String] = []
  /// Which of them tell the row.
  private(set) var keys: [Int] = []
  /// Those that are said to change, and those of which nothing is said.
  private var declared: [Int] = []
  private var others: [Int] = []
  private var selected: [Column] = []

  /// A layout without fields.
  init(owner: String?, beside: [String]) { (self.owner, self.beside) = (owner, beside) }

  /// How many columns are read.
  var width: Int { selected.count }

  /// Which of the stored values an update stores: all but the key where nothing is said.
  var changing: [Int] { declared.isEmpty ? others : declared }

  /// Which of the stored values tell the row and whose it is.
  var telling: [Int] { keys + [owner].compactMap { $0.flatMap(stored.firstIndex) }.filter { !keys.contains($0) } }

  /// The columns that tell the row and whose it is.
  var condition: [String] { telling.map { stored[$0] } + [owner].compactMap { $0 }.filter { !stored.contains($0) } }

  /// Adds a field that takes these columns; answers where a row has it. Fields may share a column, such as a currency.
  mutating func add(_ field: EntityField, _ names: [String], as expression: SQLText?, of entity: StaticString)
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

  /// The columns to read, each of the table by that name where there is one.
  func columns(of alias: StaticString? = nil) -> SQLText {
    .joined(
      selected.map { column in
        let name = SQLText(names: [column.name])
        guard let alias else { return column.expression ?? name }
        return column.expression ?? .joined([SQLText(names: [alias.description]), name], by: ".")
      }, by: ", ")
  }
}
