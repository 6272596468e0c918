import CPostgreSQL
import Platform
package import Storage

/// A connection to a server, with a cache of prepared statements. It connects at its first use, and
/// again after a loss.
///
/// Not `Sendable`: only its owner uses it. `PostgreSQLStore` lends it to one thread at a time.
package final class PostgreSQLConnection: ConnectionEngine {
  let server: DatabaseServer
  let duty: DatabaseServer.Duty
  private(set) var session: ServerSession?
  private var generation = 0

  /// The statement that began the open transaction; nil without a transaction.
  private(set) var begun: StatementText?
  /// The number of open savepoints.
  private var depth = 0
  /// The number of savepoints in this transaction so far.
  private(set) var savepoints = 0
  /// True if the server has responded to a statement of the open transaction.
  private var isAnswered = false
  /// The error that aborted the open transaction, and the number of savepoints open at the failed
  /// statement. The server rejects each statement until a rollback to the innermost of these
  /// savepoints, or of the transaction.
  private(set) var failure: (error: StoreError, depth: Int)?
  /// The error after which the whole transaction must run again, even if its writes catch the
  /// error.
  private(set) var conflict: StoreError?
  /// The reason why the open transaction was lost; nil if it is intact.
  private(set) var lost: TransactionLost?
  /// The number of calls that a server has answered so far, across all sessions.
  private(set) var answers = 0
  /// The pending work of `beforeCommit`; nil outside a batch, where such work runs immediately.
  private var endings: [BeforeCommit]?
  /// The number of rows changed in the open transaction. A queued statement counts as one.
  private(set) var changes = 0

  init(_ server: DatabaseServer, _ duty: DatabaseServer.Duty) { (self.server, self.duty) = (server, duty) }

  /// The number of round trips of the current session.
  var exchanges: Int { session?.exchanges ?? 0 }

  /// Connects if no usable session is open.
  func connect() throws(StoreError) { _ = try live() }

  /// Closes the session.
  func disconnect() { session = nil }

  func live() throws(StoreError) -> ServerSession {
    let current = server.generation.current
    if let session, !session.isLost, begun != nil || generation == current { return session }
    session = nil
    generation = current
    let fresh = try server.session(for: duty)
    session = fresh
    return fresh
  }

  // MARK: - Statements

  @discardableResult
  package func execute(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) -> Int {
    try change(.literal(sql), arguments)
  }

  @discardableResult
  package func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try change(.query(query), arguments)
  }

  package func send(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) {
    try send(.literal(sql), arguments)
  }

  package func send(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) {
    try send(.query(query), arguments)
  }

  package func forEachRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try walk(.literal(sql), arguments, body) }

  package func forEachRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try walk(.query(query), arguments, body) }

  package func forFirstRow(
    _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try walk(.literal(sql), arguments, first: true, body) }

  package func forFirstRow(
    _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) { try walk(.query(query), arguments, first: true, body) }

  private func change(_ text: StatementText, _ arguments: [any Bindable]) throws(StoreError) -> Int {
    try perform(text) { (session) throws(StoreError) in
      let statement = try encoded(text, arguments, for: session)
      let result = try session.exchange(statement, depth: depth, within: patience)
      defer { PQclear(result) }
      return count(result)
    }
  }

  /// Returns the number of rows that a statement has changed or read. Adds changed rows to
  /// `changes`.
  private func count(_ result: OpaquePointer?) -> Int {
    let count = PQcmdTuples(result).map { atol($0) } ?? 0
    if let status = PQcmdStatus(result), status.pointee != CChar(UInt8(ascii: "S")) { changes += count }
    return count
  }

  private func send(_ text: StatementText, _ arguments: [any Bindable]) throws(StoreError) {
    // Outside a transaction, no later statement would report the error.
    guard begun != nil else {
      _ = try change(text, arguments)
      return
    }
    try perform(text) { (session) throws(StoreError) in
      try session.queue(try encoded(text, arguments, for: session), depth: depth)
      changes += 1
    }
  }

  /// Calls `body` with each row of a query until it returns false. If `first` is true, the server
  /// may stop after the first row.
  func walk(
    _ text: StatementText, _ arguments: [any Bindable], first: Bool = false,
    _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let (result, cursor) = try perform(text) { (session) throws(StoreError) in
      let statement = try encoded(text, arguments, first: first, for: session)
      let result = try session.exchange(statement, depth: depth, within: patience)
      if duty == .writing { _ = count(result) }
      return (result, statement.cursor)
    }
    try (cursor.isBusy ? ResultCursor(text) : cursor).walk(result, body)
  }

  /// Returns the number in the first row of a statement of this module; 0 if the result is empty.
  func number(_ text: StatementText) throws(StoreError) -> Int {
    var number = 0
    try walk(text, []) { (row) throws(StoreError) in
      number = try row.get(0, as: Int.self)
      return false
    }
    return number
  }

  /// Maximum time without a response. The server cancels a statement earlier, so this limit applies
  /// only if the server has failed.
  private var patience: Duration { duty == .administering ? .seconds(86_400) : server.limits.statement + .seconds(5) }

  /// Runs `body` on the session. On a read connection, a lost session or an outdated plan is
  /// retried once on a new session, unless a statement of the open transaction has succeeded.
  func perform<Value>(
    _ text: StatementText, isAnswered: Bool = true, _ body: (ServerSession) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try requireTransaction(text)
    let session = try live()
    do {
      let value = try body(session)
      if isAnswered { (self.isAnswered, answers) = (true, answers &+ 1) }
      return value
    } catch {
      let isStale =
        error.sqlState == .changedPlan && error.message.contains("cached plan") || error.sqlState == .noStatement
      guard duty == .reading, session.isLost || isStale, begun == nil || !self.isAnswered && depth == 0 else {
        throw note(error, of: session, isStale: isStale)
      }
      self.session = nil
      let fresh = try live()
      do {
        if let begun { try fresh.queue(begun, depth: 0) }
        let value = try body(fresh)
        (self.isAnswered, answers) = (true, answers &+ 1)
        return value
      } catch { throw note(error, of: fresh, isStale: false) }
    }
  }

  /// Records the effect of an error on the open transaction and the session. Returns the error to
  /// throw.
  private func note(_ error: StoreError, of session: ServerSession, isStale: Bool) -> StoreError {
    if begun != nil {
      if session.isLost {
        lost = TransactionLost(cause: error, undoing: nil)
      } else if PQtransactionStatus(session.handle) == PQTRANS_INERROR {
        failure = (error, session.failedDepth)
      }
      if error.sqlState.isConflict || isStale { conflict = error }
    }
    // The plans of the session are outdated. The next use opens a new session.
    if isStale, begun == nil { self.session = nil }
    // The next connection finds the writable server.
    if duty == .writing, begun == nil, error.sqlState == .readOnlyTransaction { self.session = nil }
    if duty == .reading, error.sqlState == .readOnlyTransaction {
      return StoreError(.readOnlyTransaction, "the connection is read-only", sql: error.sql, reason: .other)
    }
    return error
  }

  /// Throws if the open transaction is lost or must be rolled back first.
  private func requireTransaction(_ text: StatementText) throws(StoreError) {
    guard begun != nil else { return }
    if lost == nil, session?.isLost != false {
      let gone = StoreError(.connectionFailure, "the connection was lost", sql: text.description)
      lost = TransactionLost(cause: gone, undoing: nil)
    }
    if lost != nil { throw StoreError(.connectionFailure, "the transaction was lost", sql: text.description) }
    if failure != nil {
      throw StoreError(.abortedTransaction, "an earlier statement of the transaction failed", sql: text.description)
    }
  }

  /// Prepares the statement if necessary, and encodes its arguments into `session.arguments`.
  private func encoded(
    _ text: StatementText, _ arguments: [any Bindable], first: Bool = false, for session: ServerSession
  ) throws(StoreError) -> ServerStatement {
    let forms = try forms(of: text, first: first, for: session)
    guard forms.plain.types.count == arguments.count else {
      throw StoreError(
        .parameterCount, "\(forms.plain.types.count) parameters, \(arguments.count) arguments", sql: text.description)
    }
    var statement = forms.plain
    if forms.takesTexts, let types = forms.types(for: arguments) {
      if let known = forms[types] {
        statement = known
      } else {
        statement = try session.prepare(forms.plain.text, types: types, depth: depth, within: patience)
        forms[types] = statement
      }
    }
    session.arguments.removeAll()
    for (place, argument) in arguments.enumerated() {
      do {
        try session.arguments.append(argument.stored, as: statement.types[place])
      } catch {
        throw StoreError(error.state, "argument \(place + 1): \(error.message)", sql: text.description)
      }
    }
    return statement
  }

  private func forms(
    of text: StatementText, first: Bool = false, for session: ServerSession
  ) throws(StoreError) -> StatementForms {
    if case .literal(let sql) = text, !sql.hasPointerRepresentation {
      throw StoreError(.noStatement, "not a statement", sql: sql.description)
    }
    if let known = first ? session.firsts[text] : session.statements[text] { return known }
    let prepared = first ? text.toFirstRow : text
    let forms = StatementForms(try session.prepare(prepared, types: [], depth: depth, within: patience))
    if first { session.firsts[text] = forms } else { session.statements[text] = forms }
    return forms
  }
}

// MARK: - Transactions

extension PostgreSQLConnection {
  /// The outcome of a COMMIT.
  enum Ending {
    /// The transaction is on disk, and on the standby if the server waits for one.
    case committed
    /// The transaction was rolled back.
    case refused(StoreError)
    /// The outcome is unknown.
    case unknown(StoreError)
  }

  package func snapshot(_ body: () throws -> Void) throws {
    try begin("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    do {
      try body()
      if let lost { throw lost.cause }
      if let failure { throw failure.error }
    } catch {
      leave("ROLLBACK")
      throw error
    }
    // A read-only transaction makes nothing durable, so its result is not awaited.
    leave("COMMIT")
  }

  private func leave(_ end: StaticString) {
    if let session, lost == nil, !session.isLost { try? session.push(.literal(end)) }
    close()
  }

  /// Queues the start of a transaction. It is sent with the first statement.
  func begin(_ sql: StaticString = "BEGIN") throws(StoreError) {
    guard begun == nil else {
      throw StoreError(SQLState("25001"), "a transaction is already open", sql: sql.description)
    }
    try live().queue(.literal(sql), depth: 0)
    (begun, isAnswered, changes, savepoints) = (.literal(sql), false, 0, 0)
  }

  private func close() {
    (begun, failure, conflict, lost, depth) = (nil, nil, nil, nil, 0)
    endings = nil
  }

  /// Defers the work of `beforeCommit` until `runEndings`.
  func gatherEndings() { endings = [] }

  /// Runs the deferred work, in order.
  func runEndings() throws {
    let all = endings ?? []
    endings = nil
    var status: (any Sendable)?
    for body in all { status = try body(status) }
  }

  package func beforeCommit(_ body: @escaping BeforeCommit) throws {
    if endings == nil { _ = try body(nil) } else { endings?.append(body) }
  }

  /// Queues a statement of this module whose argument is an array of keys.
  func queue(_ sql: String, keys: [StoredValue]) throws(StoreError) {
    try perform(.own(sql)) { (session) throws(StoreError) in
      let statement = try forms(of: .own(sql), for: session).plain
      guard statement.types.count == 1, let element = ServerType.element(of: statement.types[0]) else {
        throw StoreError(.datatypeMismatch, "keys of this type cannot be locked", sql: sql)
      }
      session.arguments.removeAll()
      do throws(ArgumentBuffer.UnsupportedArgument) { try session.arguments.append(keys, asArrayOf: element) } catch {
        throw StoreError(error.state, error.message, sql: sql)
      }
      try session.queue(statement, depth: 0)
    }
  }

  /// Queues a statement of this module.
  func queue(_ sql: StaticString, _ arguments: any Bindable...) throws(StoreError) {
    try perform(.literal(sql)) { (session) throws(StoreError) in
      try session.queue(try encoded(.literal(sql), arguments, for: session), depth: 0)
    }
  }

  package func savepoint(_ body: () throws -> Void) throws {
    guard begun != nil else { throw StoreError(.noActiveTransaction, "no transaction is open", sql: "SAVEPOINT") }
    try requireTransaction(.literal("SAVEPOINT"))
    depth += 1
    savepoints += 1
    let own = depth
    let ended = endings?.count ?? 0
    defer { depth = own - 1 }
    do {
      try perform(.literal("SAVEPOINT"), isAnswered: false) { (session) throws(StoreError) in
        try session.queue(Self.statement(.savepoint, own), depth: own - 1)
      }
      try body()
      depth = own
      // Errors of queued statements must be detected before the savepoint is released.
      try confirm()
      if let failure { throw failure.error }
      if let lost { throw lost }
      try perform(.literal("RELEASE"), isAnswered: false) { (session) throws(StoreError) in
        try session.queue(Self.statement(.release, own), depth: own - 1)
      }
    } catch {
      endings?.removeSubrange(ended...)
      if let lost { throw lost }
      // The failed statement is outside this savepoint, so an enclosing savepoint must be rolled
      // back.
      if let failure, failure.depth < own { throw failure.error }
      depth = own
      do throws(StoreError) {
        guard let session, !session.isLost else {
          throw StoreError(.connectionFailure, "the connection was lost", sql: "ROLLBACK TO")
        }
        try session.queue(Self.statement(.undo, own), depth: own - 1)
        try session.queue(Self.statement(.release, own), depth: own - 1)
        failure = nil
      } catch let undoing {
        let loss = TransactionLost(cause: error, undoing: undoing)
        lost = loss
        throw loss
      }
      throw error
    }
  }

  private enum Step { case savepoint, release, undo }

  private static func statement(_ step: Step, _ depth: Int) -> StatementText {
    switch (step, depth) {
    case (.savepoint, 1): .literal("SAVEPOINT s1")
    case (.release, 1): .literal("RELEASE SAVEPOINT s1")
    case (.undo, 1): .literal("ROLLBACK TO SAVEPOINT s1")
    case (.savepoint, _): .own("SAVEPOINT s\(depth)")
    case (.release, _): .own("RELEASE SAVEPOINT s\(depth)")
    case (.undo, _): .own("ROLLBACK TO SAVEPOINT s\(depth)")
    }
  }

  /// Waits for the results of queued statements. Throws the first error.
  func confirm() throws(StoreError) {
    guard let session, session.hasSent, failure == nil, lost == nil else { return }
    try perform(.literal("pipeline")) { (session) throws(StoreError) in try session.confirm(within: patience) }
  }

  /// Rolls back the open transaction and waits for the response.
  func rollBack() {
    if let session, lost == nil, !session.isLost {
      do {
        PQclear(try session.exchange(.literal("ROLLBACK"), depth: 0, within: server.limits.connect))
      } catch {
        // If a queued statement failed, the server skipped this ROLLBACK.
        if !session.isLost {
          do { PQclear(try session.exchange(.literal("ROLLBACK"), depth: 0, within: server.limits.connect)) } catch {
            self.session = nil
          }
        }
      }
      if conflict.map({ $0.sqlState == .changedPlan || $0.sqlState == .noStatement }) == true { self.session = nil }
    }
    close()
  }

  /// Commits the open transaction.
  ///
  /// If the server stops waiting for the standby, it reports success with a warning. A warning
  /// therefore makes the outcome unknown. The statement timeout is disabled for the COMMIT, because
  /// it would end that wait.
  func commit() -> Ending {
    guard let session, lost == nil, !session.isLost else {
      let error = StoreError(.connectionFailure, "the connection was lost", sql: "COMMIT")
      close()
      return .refused(error)
    }
    defer { close() }
    _ = session.takeWarnings()
    do {
      try session.queue(.literal("SET LOCAL statement_timeout = 0"), depth: 0)
      let result = try session.exchange(.literal("COMMIT"), depth: 0, within: server.limits.commit)
      defer { PQclear(result) }
      let status = PQcmdStatus(result).map { String(cString: $0) } ?? ""
      if session.takeWarnings() > 0 {
        return .unknown(StoreError(.transactionUnknown, "the server reported a warning for the COMMIT", sql: "COMMIT"))
      }
      guard status == "COMMIT" else {
        return .refused(StoreError(.abortedTransaction, "the result of the COMMIT was \(status)", sql: "COMMIT"))
      }
      return .committed
    } catch {
      if session.isLost || session.takeWarnings() > 0 { return .unknown(error) }
      if PQtransactionStatus(session.handle) != PQTRANS_IDLE {
        // A queued statement failed, so the server skipped the COMMIT.
        do { PQclear(try session.exchange(.literal("ROLLBACK"), depth: 0, within: server.limits.connect)) } catch {
          self.session = nil
        }
      }
      return .refused(error)
    }
  }
}
