package import Storage

extension SQLiteConnection {
  /// Runs a statement that gives no rows; answers how many rows it changed.
  @discardableResult
  package func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try run(try prepared(query), arguments)
  }

  /// Goes through the rows of a query until `body` answers false.
  package func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try walk(try prepared(query), arguments, body)
  }

  private func prepared(_ query: Query) throws(StoreError) -> Statement {
    let cached = queries[ObjectIdentifier(query)]?.statement
    if let cached, !cached.isBusy { return cached }
    let statement = try Statement(query.text, length: Int32(query.text.utf8.count), on: handle)
    if cached == nil { queries[ObjectIdentifier(query)] = (query, statement) }
    return statement
  }
}

/// What this target and those who administer a file ask by themselves.
extension SQLiteConnection {
  /// Runs a statement that gives no rows; returns how many rows it changed.
  @discardableResult
  package func execute(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) -> Int {
    try execute(sql, with: arguments)
  }

  /// Every row of a query, each read by `read`.
  package func all<Value>(
    _ sql: StaticString, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    var values: [Value] = []
    try forEachRow(sql, arguments) { (row) throws(StoreError) in
      values.append(try read(row))
      return true
    }
    return values
  }

  /// The first row of a query, read by `read`; nil when it has none.
  package func first<Value>(
    _ sql: StaticString, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    var value: Value?
    try forEachRow(sql, arguments) { (row) throws(StoreError) in
      value = try read(row)
      return false
    }
    return value
  }
}
