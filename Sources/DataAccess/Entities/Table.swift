import Model
import Storage

/// The table of an entity: the common statements over it, and the translation between its rows and records.
///
/// A DAO keeps it in a `static let`, so that each statement is put together once. A statement of its own takes the columns
/// from `columns`, and reads its rows with `read`.
struct Table<Record: Entity, each Value: ColumnConvertible & Sendable & Equatable>: Sendable {
  private let entity: Fields<Record, repeat each Value>
  /// The place of each field in a row that begins with `columns`.
  private let places: [ColumnPlace]
  private let layout: TableLayout
  /// Appends the columns of each field that is stored, in their order: made once, so that no insertion asks for the types of all fields.
  private let stores: [@Sendable (Record, inout [any Bindable]) -> Void]
  /// The statements over the table.
  let statements: TableStatements

  /// Creates the table of an entity, by the entity's name.
  ///
  /// - Parameters:
  ///   - source: The FROM clause of reads, if that is more than the table.
  ///   - owner: The column of the owner. Every statement but an insertion then asks for it, behind the key.
  ///   - beside: The columns besides those of the fields, whose values the DAO gives.
  ///   - order: The order of a list; by key if nil.
  ///   - computing: The expressions of the fields that are no columns.
  ///   - replacing: The expressions that a replacement stores instead of the new value.
  init(
    _ entity: Fields<Record, repeat each Value>, from source: SQLFragment? = nil, owner: StaticString? = nil,
    extraColumns: [StaticString] = [], order: SQLFragment? = nil,
    computing: [(field: PartialKeyPath<Record>, by: SQLFragment)] = [],
    replacing: [(field: PartialKeyPath<Record>, by: SQLFragment)] = []
  ) {
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

  /// The columns of the fields in the order in which `read` takes them, for a statement of a DAO's own.
  var columns: SQLFragment { statements.columns }

  /// The number of columns of the fields. A statement reads its other columns behind them.
  var width: Int { layout.width }

  /// The same columns of a table by another name.
  func columns(of alias: StaticString) -> SQLFragment { layout.columns(of: alias) }

  /// The record in a row that begins with `columns`.
  func read(_ row: Row) throws(StoreError) -> Record {
    // Written out for each field where the table's types are known: a function of any type would be called through them.
    var field = -1
    func next() -> ColumnPlace {
      field += 1
      return places[field]
    }
    return entity.make(repeat try (each Value)(row, at: next()))
  }

  /// Inserts a row, with the values of the columns besides the record.
  func insert(
    _ record: Record, extraValues: any Bindable..., on connection: Connection
  ) throws(StoreError) {
    try connection.execute(statements.insertion, values(of: record) + extraValues)
  }

  /// Adds a row, or replaces the one with its key.
  func put(_ record: Record, extraValues: any Bindable..., on connection: Connection) throws(StoreError) {
    try connection.execute(statements.replacement, values(of: record) + extraValues)
  }

  /// Stores the changing fields of a record; returns false if its owner has no row with its key.
  ///
  /// Takes the owner if it is no field of the record.
  func update(
    _ record: Record, owner: any Bindable..., on connection: Connection
  ) throws(StoreError) -> Bool {
    let values = values(of: record)
    let (identifying, changing) = (layout.identifying.map { values[$0] }, layout.changing.map { values[$0] })
    return try connection.execute(statements.update, identifying + owner + changing) == 1
  }

  /// The record with a key, followed by the owner where the key does not tell.
  func find(_ key: any Bindable..., on connection: Connection) throws(StoreError) -> Record? {
    var record: Record?
    try connection.forEachRow(statements.search, key) { (row) throws(StoreError) in
      record = try read(row)
      return false
    }
    return record
  }

  /// Every record, of an owner where rows have one.
  func all(_ owner: any Bindable..., on connection: Connection) throws(StoreError) -> [Record] {
    var records: [Record] = []
    try connection.forEachRow(statements.listing, owner) { (row) throws(StoreError) in
      records.append(try read(row))
      return true
    }
    return records
  }

  /// Deletes the row with a key, followed by the owner if that is no part of the key; returns false if there is none.
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
