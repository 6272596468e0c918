import CSQLite
package import Storage

extension SQLiteConnection {
  /// Runs `body` in a transaction. Commits when `body` returns, and rolls back if it throws.
  package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN IMMEDIATE")
  }

  /// Runs `body` in a savepoint, as `Connection.savepoint` does.
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
      // A full disk or an I/O error has already rolled back the whole transaction.
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

  /// Runs `body` inside the open transaction without a savepoint. A savepoint copies each page that
  /// is changed in it.
  ///
  /// If `body` fails without a change, throws its error. If it fails after a change, or if the
  /// transaction was rolled back, throws `BatchRollbackRequired`, because the batch must not be
  /// committed.
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

  /// Runs `body` immediately, because there is only one writer. Passes the result of the previous
  /// `beforeCommit` work in the same transaction; nil after a rollback to a savepoint.
  package func beforeCommit(_ body: @escaping BeforeCommit) throws {
    guard isEnclosed else { return _ = try body(nil) }
    ended = try body(ended)
  }

  package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
    try enclose(body, begunBy: "BEGIN")
  }

  private func enclose<Value>(_ body: () throws -> Value, begunBy begin: StaticString) throws -> Value {
    // Otherwise this transaction would commit the changes of an earlier one whose rollback failed.
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

  /// Rolls back the open transaction. If that fails, the transaction stays lost and the next one
  /// tries again.
  private func abandon() throws {
    // Prepared statements fail in a lost transaction, so the ROLLBACK is run as a script.
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

  /// Writes the unchanged first page to the disk, to find out whether the file is writable.
  func rewriteHead() throws(StoreError) {
    let version = try first("PRAGMA user_version") { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
    try run(script: "PRAGMA user_version = \(version)")
  }
}

/// A write without a savepoint failed after it changed rows. The whole batch must roll back.
struct BatchRollbackRequired: Error {}
