import CSQLite
import Storage

extension SQLiteConnection {
  /// Runs `body` in a transaction of its own: committed when it returns, rolled back when it throws.
  package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN IMMEDIATE")
  }

  /// Runs `body` inside the open transaction: what it did is undone when it throws, and nothing else is.
  ///
  /// Throws `TransactionLost` where that cannot be done. Every statement fails from then on, so that nobody who catches it
  /// commits what was to be undone.
  package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("SAVEPOINT step")
    do {
      let value = try body()
      try execute("RELEASE step")
      return value
    } catch {
      if let lost { throw lost }
      // A full disk or an I/O error has already rolled the whole transaction back.
      if isIdle { throw lose(TransactionLost(cause: error, undoing: nil)) }
      do {
        try execute("ROLLBACK TO step")
        try execute("RELEASE step")
      } catch let undoing {
        throw lose(TransactionLost(cause: error, undoing: undoing))
      }
      throw error
    }
  }

  /// Runs `body` on one unchanging state of the database.
  package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN")
  }

  private func enclose<Value>(_ body: () throws -> Value, begunBy begin: StaticString) throws -> Value {
    // What an earlier one could not roll back would be committed with this one.
    if lost != nil { try abandon() }
    try execute(begin)
    isEnclosed = true
    do {
      let value = try body()
      try execute("COMMIT")
      isEnclosed = false
      return value
    } catch {
      try abandon()
      throw error
    }
  }

  /// Rolls the open transaction back; where that fails too it stays lost, and the next one tries again.
  private func abandon() throws {
    // Not by a prepared statement: those fail in a lost transaction.
    do {
      if !isIdle { try run(script: "ROLLBACK") }
    } catch {
      throw lose(TransactionLost(cause: error, undoing: error))
    }
    (lost, isEnclosed) = (nil, false)
  }

  private func lose(_ loss: TransactionLost) -> TransactionLost {
    lost = loss
    return loss
  }

  /// Throws where the transaction that a statement belongs to is not there any more, or not to be kept.
  func requireTransaction(_ sql: @autoclosure () -> String) throws(StoreError) {
    guard isEnclosed, lost != nil || isIdle else { return }
    throw StoreError(code: SQLITE_ABORT, message: "the transaction was rolled back", sql: sql())
  }

  /// Writes the first page as it is, through to the disk: whether that can be done at all.
  func rewriteHead() throws(StoreError) {
    let version = try first("PRAGMA user_version") { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
    try run(script: "PRAGMA user_version = \(version)")
  }
}
