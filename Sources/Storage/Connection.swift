/// A statement that is composed once and kept in a `static let`. Connections know it by its identity, and keep their
/// prepared form of it as long as they live.
///
///     let columns: SQLFragment = "id, login"
///     let byLogin = Query("SELECT \(columns) FROM person WHERE login = $1")
///     let id = try store.read { connection in
///       try connection.first(byLogin, "ivan") { row throws(StoreError) in try row.get(0, as: String.self) }
///     }
///
/// A statement that one text cannot say to every engine has another for PostgreSQL:
///
///     Query("SELECT hash FROM head", postgresql: "SELECT hash FROM head FOR UPDATE")
@usableFromInline
package final class Query: Sendable {
  /// The statement.
  package let text: String
  /// The statement as PostgreSQL takes it.
  package let postgresql: String

  /// Creates the statement with that text.
  package init(_ text: SQLFragment, postgresql: SQLFragment? = nil) {
    self.text = text.text
    self.postgresql = (postgresql ?? text).text
  }
}

/// The last work of a transaction. It gets what the one before it has returned; nil if it is the first, if something was undone since,
/// or outside of a transaction.
@usableFromInline
package typealias BeforeCommit = ((any Sendable)?) throws -> (any Sendable)?

/// The part of a connection that the engine implements.
@usableFromInline
package protocol ConnectionEngine: AnyObject {
  /// Runs a statement that gives no rows; returns how many rows it changed.
  @discardableResult
  func execute(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) -> Int

  /// Runs a statement that gives no rows; returns how many rows it changed.
  @discardableResult
  func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int

  /// Runs a statement as `Connection.send` says.
  func send(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError)

  /// Runs a statement as `Connection.send` says.
  func send(_ query: Query, _ arguments: [any Bindable]) throws(StoreError)

  /// Goes through the rows of a query until `body` returns false.
  func forEachRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Goes through the rows of a query until `body` returns false.
  func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Goes to the first row of a query, if it has one; `body` returns false. An engine on another machine need not have it find others.
  func forFirstRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Goes to the first row of a query, if it has one; `body` returns false. An engine on another machine need not have it find others.
  func forFirstRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Runs `body` inside the open transaction, as `Connection.savepoint` says.
  func savepoint(_ body: () throws -> Void) throws

  /// Runs `body` as `Connection.beforeCommit` says.
  func beforeCommit(_ body: @escaping BeforeCommit) throws

  /// Runs `body` on one unchanging state of the database.
  func snapshot(_ body: () throws -> Void) throws

  /// The number of the newest committed state, as `Connection.state` says.
  func state() throws(StoreError) -> UInt64?

  /// The migrations that the database has, in their order; none where it has no table of them.
  func appliedMigrations() throws(StoreError) -> [AppliedMigration]
}

extension ConnectionEngine {
  /// Nil: the engine numbers no states.
  package func state() throws(StoreError) -> UInt64? { nil }
}

extension ConnectionEngine {
  /// Runs `body` at once: nobody waits for whoever writes alone.
  package func beforeCommit(_ body: @escaping BeforeCommit) throws { _ = try body(nil) }
}

extension ConnectionEngine {
  /// Goes through the rows as far as `body` does: an engine in the same process finds one after the other.
  package func forFirstRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try forEachRow(sql, arguments, body) }

  /// Goes through the rows as far as `body` does.
  package func forFirstRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try forEachRow(query, arguments, body) }
}

extension ConnectionEngine {
  /// Runs the statement at once: an engine in the same process has nobody to wait for.
  package func send(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) {
    try execute(sql, with: arguments)
  }

  /// Runs the statement at once.
  package func send(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) { try execute(query, arguments) }
}

/// One connection to a database, lent to one user: what DAOs ask for rows, inside a transaction or outside.
///
///     let name = try connection.first("SELECT name FROM person WHERE id = $1", id) { (row) throws(StoreError) in
///       try row.get(0, as: String.self)
///     }
///
/// `$1` is the first argument wherever it stands in a statement. It is a structure and no protocol, so that what reads a row is
/// compiled for its type: asked through a protocol, a signed payment took 3 % more instructions.
@usableFromInline
package struct Connection {
  @usableFromInline let engine: any ConnectionEngine

  /// Creates the connection that an engine serves.
  package init(_ engine: any ConnectionEngine) { self.engine = engine }

  /// Runs a statement that gives no rows; returns how many rows it changed.
  @discardableResult
  package func execute(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) -> Int {
    try engine.execute(sql, with: arguments)
  }

  /// Runs a statement that gives no rows; returns how many rows it changed.
  @discardableResult
  package func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try engine.execute(query, arguments)
  }

  /// Runs a statement that gives no rows, without waiting for it where the engine is on another machine.
  ///
  /// For a statement whose count nobody uses, and whose error nobody there catches: a later statement, the end of the savepoint or
  /// of the write throws it.
  package func send(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) {
    try engine.send(sql, with: arguments)
  }

  /// Runs a statement that gives no rows, without waiting for it where the engine is on another machine.
  func send(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) {
    try engine.send(query, arguments)
  }

  /// Every row of a query, each read by `read`.
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

  /// The first row of a query, read by `read`; nil when it has none.
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

  /// Every row of a query, each read by `read`.
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

  /// The first row of a query, read by `read`; nil when it has none.
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

  /// Goes through the rows of a query until `body` returns false.
  package func forEachRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try engine.forEachRow(sql, arguments, body) }

  /// Goes through the rows of a query until `body` returns false.
  package func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try engine.forEachRow(query, arguments, body) }

  /// Runs `body` behind everything else that the writes of the batch do, before its COMMIT, in the order of the calls; at once where
  /// the engine has one writer.
  ///
  /// For what locks a row that every write needs, so that nobody waits for it longer than for the COMMIT. If the savepoint around the
  /// call is undone, `body` does not run. An error of it undoes the whole batch, whose writes are then run one by one.
  package func beforeCommit(_ body: @escaping BeforeCommit) throws { try engine.beforeCommit(body) }

  /// Runs `body` inside the open transaction: if it throws, what it did is undone and nothing else is.
  ///
  /// A body that may fail and be gone on from stands in one. Where the error of a statement is caught without a savepoint, the one
  /// around it, which every write has, is undone all the same and throws that error.
  ///
  ///     do {
  ///       _ = try connection.savepoint { try connection.execute(insertion, [id]) }
  ///     } catch let error as StoreError where error.isUniqueViolation {}
  ///
  /// Throws `TransactionLost` if that cannot be done; every statement fails from then on, so that nobody who catches it
  /// commits what was to be undone.
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

  /// Returns the number of the newest committed state of the database; every connection that reads it counts alike.
  ///
  /// The same number means that nobody, in this process or another, has committed in between: it says so of rows that
  /// are read after it. Returns nil
  /// - if the engine cannot tell cheaply,
  /// - inside a transaction or `snapshot`, whose rows may be older.
  package func state() throws(StoreError) -> UInt64? { try engine.state() }
}
