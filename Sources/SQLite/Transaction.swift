extension Connection {
  /// Runs `body` in a transaction of its own: committed when it returns, rolled back when it throws.
  package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN IMMEDIATE")
  }

  /// Runs `body` inside the open transaction: what it did is undone when it throws, and nothing else is.
  package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("SAVEPOINT step")
    do {
      let value = try body()
      try execute("RELEASE step")
      return value
    } catch {
      // A full disk or an I/O error has already rolled the whole transaction back.
      if !isIdle {
        try execute("ROLLBACK TO step")
        try execute("RELEASE step")
      }
      throw error
    }
  }

  /// Runs `body` on one unchanging state of the database.
  package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN")
  }

  private func enclose<Value>(_ body: () throws -> Value, begunBy begin: StaticString) throws -> Value {
    try execute(begin)
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      if !isIdle { try execute("ROLLBACK") }
      throw error
    }
  }

  /// Writes the first page as it is, through to the disk: whether that can be done at all.
  func rewriteHead() throws(SQLiteError) {
    let version = try first("PRAGMA user_version") { (row) throws(SQLiteError) in try row.get(0, as: Int.self) } ?? 0
    try run(script: "PRAGMA user_version = \(version)")
  }
}
