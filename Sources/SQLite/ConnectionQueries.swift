extension Connection {
  /// Runs a statement that gives no rows; answers how many rows it changed.
  @discardableResult
  package func execute(_ query: Query, _ arguments: [any Bindable]) throws(SQLiteError) -> Int {
    try run(try prepared(query), arguments)
  }

  /// Every row of a query, each read by `read`.
  @inlinable
  package func all<Value>(
    _ query: Query, _ arguments: any Bindable..., read: (Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    var values: [Value] = []
    try forEachRow(query, arguments) { (row) throws(SQLiteError) in
      values.append(try read(row))
      return true
    }
    return values
  }

  /// The first row of a query, read by `read`; nil when it has none.
  @inlinable
  package func first<Value>(
    _ query: Query, _ arguments: any Bindable..., read: (Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    var value: Value?
    try forEachRow(query, arguments) { (row) throws(SQLiteError) in
      value = try read(row)
      return false
    }
    return value
  }

  /// Goes through the rows of a query until `body` answers false.
  @usableFromInline
  package func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    try walk(try prepared(query), arguments, body)
  }

  private func prepared(_ query: Query) throws(SQLiteError) -> Statement {
    let cached = queries[ObjectIdentifier(query)]?.statement
    if let cached, !cached.isBusy { return cached }
    let statement = try Statement(query.text, length: Int32(query.text.utf8.count), on: handle)
    if cached == nil { queries[ObjectIdentifier(query)] = (query, statement) }
    return statement
  }
}
