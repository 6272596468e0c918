/// A statement composed once and stored in a `static let`. Connections cache its prepared form by
/// the identity of this object.
///
/// If the engines need different texts, `postgresql` is the text for PostgreSQL.
@usableFromInline
package final class Query: Sendable {
  /// The text for SQLite.
  package let text: String
  /// The text for PostgreSQL.
  package let postgresql: String

  package init(_ text: SQLFragment, postgresql: SQLFragment? = nil) {
    self.text = text.text
    self.postgresql = (postgresql ?? text).text
  }
}

/// Work that runs at the end of a transaction. Receives the result of the previous such work in the
/// same transaction; nil if it is the first or outside a transaction. May be nil after a rollback
/// to a savepoint.
@usableFromInline
package typealias BeforeCommit = ((any Sendable)?) throws -> (any Sendable)?

/// The part of a connection that an engine implements.
@usableFromInline
package protocol ConnectionEngine: AnyObject {
  /// Runs a statement that returns no rows. Returns the number of changed rows.
  @discardableResult
  func execute(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) -> Int

  @discardableResult
  func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int

  /// Runs a statement as `Connection.send` does.
  func send(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError)

  func send(_ query: Query, _ arguments: [any Bindable]) throws(StoreError)

  /// Calls `body` with each row of a query until it returns false.
  func forEachRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Calls `body` with the first row of a query, if there is one. `body` returns false. An engine
  /// on a server may stop the query after the first row.
  func forFirstRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  func forFirstRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Runs `body` as `Connection.savepoint` does.
  func savepoint(_ body: () throws -> Void) throws

  /// Runs `body` as `Connection.beforeCommit` does.
  func beforeCommit(_ body: @escaping BeforeCommit) throws

  /// Runs `body` on one unchanging state of the database.
  func snapshot(_ body: () throws -> Void) throws

  /// The number of the newest committed state, as in `Connection.state`.
  func state() throws(StoreError) -> UInt64?

  /// The applied migrations in order; empty if the table of migrations does not exist.
  func appliedMigrations() throws(StoreError) -> [AppliedMigration]
}

extension ConnectionEngine {
  /// Returns nil: the engine does not number its states.
  package func state() throws(StoreError) -> UInt64? { nil }
}

extension ConnectionEngine {
  /// Runs `body` immediately: with one writer, no other batch waits.
  package func beforeCommit(_ body: @escaping BeforeCommit) throws { _ = try body(nil) }
}

extension ConnectionEngine {
  /// Calls `forEachRow`, because the engine computes rows one by one.
  package func forFirstRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try forEachRow(sql, arguments, body) }

  package func forFirstRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try forEachRow(query, arguments, body) }
}

extension ConnectionEngine {
  /// Runs the statement immediately: in this process, queuing would save nothing.
  package func send(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) {
    try execute(sql, with: arguments)
  }

  package func send(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) { try execute(query, arguments) }
}

/// A connection to a database, used by one thread at a time: the interface of DAOs.
///
/// `$1` in a statement is the first argument, wherever it occurs.
///
/// This is a structure and not a protocol, so that the closures that read rows are specialized for
/// their types.
@usableFromInline
package struct Connection {
  @usableFromInline let engine: any ConnectionEngine

  package init(_ engine: any ConnectionEngine) { self.engine = engine }

  /// Runs a statement that returns no rows. Returns the number of changed rows.
  @discardableResult
  package func execute(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) -> Int {
    try engine.execute(sql, with: arguments)
  }

  @discardableResult
  package func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try engine.execute(query, arguments)
  }

  /// Runs a statement that returns no rows. An engine on a server queues it and does not wait for
  /// the result.
  ///
  /// Use it if the number of changed rows is not needed and the error is not caught at the call.
  /// The error of a queued statement is thrown by a later statement, by the end of the savepoint or
  /// by the end of the write.
  package func send(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) {
    try engine.send(sql, with: arguments)
  }

  func send(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) {
    try engine.send(query, arguments)
  }

  /// Returns each row of a query, read by `read`.
  @inlinable
  package func all<Value>(
    _ sql: StaticString, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    var values: [Value] = []
    try engine.forEachRow(sql, arguments) { (row) throws(StoreError) in
      values.append(try read(row))
      return true
    }
    return values
  }

  /// Returns the first row of a query, read by `read`; nil if the result is empty.
  @inlinable
  package func first<Value>(
    _ sql: StaticString, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    var value: Value?
    try engine.forFirstRow(sql, arguments) { (row) throws(StoreError) in
      value = try read(row)
      return false
    }
    return value
  }

  @inlinable
  package func all<Value>(
    _ query: Query, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    var values: [Value] = []
    try engine.forEachRow(query, arguments) { (row) throws(StoreError) in
      values.append(try read(row))
      return true
    }
    return values
  }

  @inlinable
  package func first<Value>(
    _ query: Query, _ arguments: any Bindable..., read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    var value: Value?
    try engine.forFirstRow(query, arguments) { (row) throws(StoreError) in
      value = try read(row)
      return false
    }
    return value
  }

  /// Calls `body` with each row of a query until it returns false.
  package func forEachRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try engine.forEachRow(sql, arguments, body) }

  package func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try engine.forEachRow(query, arguments, body) }

  /// Runs `body` at the end of the transaction, after the writes of the batch and before its
  /// COMMIT, in the order of the calls. An engine with one writer runs it immediately.
  ///
  /// Use it to lock a row that every write needs, so that other batches wait only for the COMMIT.
  /// If a savepoint around the call is rolled back, `body` does not run. If `body` throws at that
  /// point, the whole batch is rolled back, and its writes then run one by one.
  package func beforeCommit(_ body: @escaping BeforeCommit) throws { try engine.beforeCommit(body) }

  /// Runs `body` inside the open transaction. If `body` throws, rolls back the changes of `body`
  /// and no others, and throws its error.
  ///
  /// To continue after the error of a statement, run the statement in its own savepoint. Otherwise
  /// the enclosing savepoint or write fails with that error.
  ///
  /// Throws `TransactionLost` if the rollback fails. Every further statement of the transaction
  /// then fails, so that it cannot be committed.
  package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try engine.savepoint { value = try body() }
    guard let value else { throw StoreError(.other, engine: "", code: 0, message: "no savepoint", sql: "") }
    return value
  }

  /// Runs `body` on one unchanging state of the database.
  package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try engine.snapshot { value = try body() }
    guard let value else { throw StoreError(.other, engine: "", code: 0, message: "no snapshot", sql: "") }
    return value
  }

  /// Returns the number of the newest committed state of the database. All connections to the same
  /// store use the same numbers.
  ///
  /// If two calls return the same number, no process has committed in between. Rows read after the
  /// first call are then still current. Returns nil:
  /// - if the engine does not number its states
  /// - inside a transaction or `snapshot`, whose rows may be older
  package func state() throws(StoreError) -> UInt64? { try engine.state() }
}
