import Model
import Storage

/// The table of an entity: its common statements, and the conversion between its rows and records.
///
/// A DAO stores it in a `static let`, so that each statement is composed once. Other statements of
/// the DAO use `columns`, and read their rows with `read`.
struct Table<Record: Entity, each Value: ColumnConvertible & Sendable & Equatable>: Sendable {
  private let entity: Fields<Record, repeat each Value>
  /// The columns of each field in a row that begins with `columns`.
  private let places: [ColumnPlace]
  private let layout: TableLayout
  /// Functions that append the column values of each stored field, in order.
  private let stores: [@Sendable (Record, inout [any Bindable]) -> Void]
  let statements: TableStatements
  /// The kind of the rows in the report of an erasure, in the plural; nil if an erasure of the
  /// owner does not delete them.
  let erased: String?

  /// Creates the table of an entity, named like the entity.
  ///
  /// - Parameters:
  ///   - source: The FROM clause of reads, if it is more than the table.
  ///   - owner: The owner column. Every statement except an insertion then requires it after the
  ///     key.
  ///   - erased: The kind of the rows, in the plural, if an erasure of the owner deletes them.
  ///   - extraColumns: The additional columns, whose values the DAO supplies.
  ///   - order: The order of a list; nil for the order of the key.
  ///   - computing: The expressions of the fields that are not columns.
  ///   - replacing: The expressions that a replacement stores instead of the new value.
  init(
    _ entity: Fields<Record, repeat each Value>, from source: SQLFragment? = nil, owner: StaticString? = nil,
    erased: StaticString? = nil, extraColumns: [StaticString] = [], order: SQLFragment? = nil,
    computing: [(field: PartialKeyPath<Record>, by: SQLFragment)] = [],
    replacing: [(field: PartialKeyPath<Record>, by: SQLFragment)] = []
  ) {
    precondition(erased == nil || owner?.description == "person", "\(entity.name): only rows of people are erased")
    self.erased = erased?.description
    var layout = TableLayout(owner: owner?.description, extraColumns: extraColumns.map(\.description))
    let expressions = Dictionary(
      computing.map { (entity.place(of: $0.field), $0.by) }, uniquingKeysWith: { first, _ in first })
    var places: [ColumnPlace] = []
    for type in repeat (each Value).self {
      let place = places.count
      let field = entity.list[place]
      places.append(layout.add(field, type.columns(of: field.column), as: expressions[place], of: entity.name))
    }
    var (stores, field) = ([@Sendable (Record, inout [any Bindable]) -> Void](), 0)
    for one in repeat each entity.fields {
      if !entity.list[field].isComputed { stores.append(Self.store(one)) }
      field += 1
    }
    (self.entity, self.places, self.layout, self.stores) = (entity, places, layout, stores)
    statements = TableStatements(
      of: layout, name: SQLFragment(names: [entity.name.description]), source: source, order: order,
      replacing: Dictionary(
        replacing.map { (entity.field($0.field).column, $0.by) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The columns of the fields in the order that `read` requires, for other statements of the DAO.
  var columns: SQLFragment { statements.columns }

  /// The number of columns of the fields. Other columns of a statement follow them.
  var width: Int { layout.width }

  /// Returns the columns of the fields, qualified with a table alias.
  func columns(of alias: StaticString) -> SQLFragment { layout.columns(of: alias) }

  /// Returns the record in a row that begins with `columns`.
  func read(_ row: Row) throws(StoreError) -> Record {
    // Calls the initializers here, where the field types are known, and not in a generic function.
    var field = -1
    func next() -> ColumnPlace {
      field += 1
      return places[field]
    }
    return entity.make(repeat try (each Value)(row, at: next()))
  }

  /// Inserts a row. `extraValues` are the values of `extraColumns`.
  func insert(
    _ record: Record, extraValues: any Bindable..., on connection: Connection
  ) throws(StoreError) {
    try connection.execute(statements.insertion, values(of: record) + extraValues)
  }

  /// Inserts a row, or replaces the row with the same key.
  func put(_ record: Record, extraValues: any Bindable..., on connection: Connection) throws(StoreError) {
    try connection.execute(statements.replacement, values(of: record) + extraValues)
  }

  /// Stores the changing fields of a record.
  ///
  /// - Parameter owner: The owner, if it is not a field of the record.
  /// - Returns: False if the owner has no row with this key.
  func update(
    _ record: Record, owner: any Bindable..., on connection: Connection
  ) throws(StoreError) -> Bool {
    let values = values(of: record)
    let (identifying, changing) = (layout.identifying.map { values[$0] }, layout.changing.map { values[$0] })
    return try connection.execute(statements.update, identifying + owner + changing) == 1
  }

  /// Returns the record with a key; nil if it does not exist.
  ///
  /// - Parameter key: The key, followed by the owner if the owner is not part of the key.
  func find(_ key: any Bindable..., on connection: Connection) throws(StoreError) -> Record? {
    var record: Record?
    try connection.forEachRow(statements.search, key) { (row) throws(StoreError) in
      record = try read(row)
      return false
    }
    return record
  }

  /// Returns all records, or the records of an owner if the table has an owner column.
  func all(_ owner: any Bindable..., on connection: Connection) throws(StoreError) -> [Record] {
    var records: [Record] = []
    try connection.forEachRow(statements.listing, owner) { (row) throws(StoreError) in
      records.append(try read(row))
      return true
    }
    return records
  }

  /// Deletes the row with a key; returns false if it does not exist.
  ///
  /// - Parameter key: The key, followed by the owner if the owner is not part of the key.
  func delete(_ key: any Bindable..., on connection: Connection) throws(StoreError) -> Bool {
    try connection.execute(statements.deletion, key) == 1
  }

  private func values(of record: Record) -> [any Bindable] {
    var values: [any Bindable] = []
    values.reserveCapacity(layout.stored.count + layout.extraColumns.count)
    for store in stores { store(record, &values) }
    return values
  }

  private static func store<One: ColumnConvertible & Sendable & Equatable>(
    _ field: DeclaredField<Record, One>
  ) -> @Sendable (Record, inout [any Bindable]) -> Void {
    { record, values in field.value(record).store(in: &values) }
  }
}
