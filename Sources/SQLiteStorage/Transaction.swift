import CSQLite
package import Storage

extension SQLiteConnection {
  /// Runs `body` in a transaction of its own; commits when it returns and rolls back when it throws.
  ///
  ///     try connection.transaction {
  ///       try connection.execute("INSERT INTO thing (name) VALUES ($1)", "a")
  ///     }
  package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN IMMEDIATE")
  }

  /// Runs `body` inside the open transaction; if it throws, undoes its changes and no others.
  ///
  /// Throws `TransactionLost` when the changes cannot be undone. Every further statement then fails, so that no caller
  /// who catches the error commits them.
  ///
  /// A `body` that catches the error of a statement and returns is undone too, and its caller gets that error: what may fail stands
  /// in a savepoint of its own.
  package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    if let failure { throw failure }
    try execute("SAVEPOINT step")
    do {
      let value = try body()
      if let failure { throw failure }
      try execute("RELEASE step")
      return value
    } catch {
      ended = nil
      if let lost { throw lost }
      // A full disk or an I/O error has already rolled the whole transaction back.
      if isIdle { throw lose(TransactionLost(cause: error, undoing: nil)) }
      do {
        try execute("ROLLBACK TO step")
        try execute("RELEASE step")
        failure = nil
      } catch let undoing {
        throw lose(TransactionLost(cause: error, undoing: undoing))
      }
      throw error
    }
  }

  /// Runs `body` inside the open transaction, without the price of a savepoint, which copies each page that is changed in it.
  ///
  /// If `body` fails and has changed nothing, throws its error, and there is nothing to undo. If it has changed something, throws
  /// `BatchRollbackRequired`: nothing of the transaction may be committed.
  func withoutSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
    let before = changes
    do {
      let value = try body()
      if let failure { throw failure }
      return value
    } catch {
      guard lost == nil, !isIdle, changes == before else { throw BatchRollbackRequired() }
      failure = nil
      throw error
    }
  }

  /// Runs `body` at once: nobody waits for whoever writes alone. It gets what the one before it in the same transaction has returned, as
  /// long as nothing was undone since.
  package func beforeCommit(_ body: @escaping BeforeCommit) throws {
    guard isEnclosed else { return _ = try body(nil) }
    ended = try body(ended)
  }

  /// Runs `body` on one unchanging state of the database.
  package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN")
  }

  private func enclose<Value>(_ body: () throws -> Value, begunBy begin: StaticString) throws -> Value {
    // Otherwise this transaction would commit the remains of an earlier one that could not be rolled back.
    if lost != nil { try abandon() }
    try execute(begin)
    (isEnclosed, failure, ended) = (true, nil, nil)
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

  /// Rolls the open transaction back; if that fails, the transaction stays lost and the next one tries again.
  private func abandon() throws {
    // Not with a prepared statement: those fail in a lost transaction.
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

  /// Throws if the transaction of a statement was rolled back or must not be committed.
  func requireTransaction(_ sql: @autoclosure () -> String) throws(StoreError) {
    guard isEnclosed, lost != nil || isIdle else { return }
    throw StoreError(code: SQLITE_ABORT, message: "the transaction was rolled back", sql: sql())
  }

  /// Writes the first page unchanged through to the disk, to find out whether the file can be written.
  func rewriteHead() throws(StoreError) {
    let version = try first("PRAGMA user_version") { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
    try run(script: "PRAGMA user_version = \(version)")
  }
}

/// Something failed after it had changed rows, and no savepoint can undo them.
struct BatchRollbackRequired: Error {}
