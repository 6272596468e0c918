import CPostgreSQL
import Platform
package import Storage

/// One connection to a server, with its cache of prepared statements. It connects when it is used, and again after a loss.
///
///     let store = try PostgreSQLStore(ServerAddress("postgresql:///valence"))
///     try store.administer { connection in try Connection(connection).execute("TRUNCATE thing") }
///
/// Not `Sendable`: its holder is its only user. `PostgreSQLStore` lends it out.
package final class PostgreSQLConnection: ConnectionEngine {
  let server: DatabaseServer
  let duty: DatabaseServer.Duty
  private(set) var session: ServerSession?
  /// The generation of `session`.
  private var generation = 0

  /// The statement that began the open transaction; nil without one.
  private(set) var begun: StatementText?
  /// The open savepoints.
  private var depth = 0
  /// The savepoints of this transaction so far.
  private(set) var savepoints = 0
  /// True if a statement of the open transaction has been answered.
  private var isAnswered = false
  /// The error that has spoiled the open transaction down to that depth: the server refuses every statement until it is undone.
  private(set) var failure: (error: StoreError, depth: Int)?
  /// The reason to run the whole transaction again, whatever its statements make of it.
  private(set) var conflict: StoreError?
  /// The reason why the open transaction is gone; nil if it is there.
  private(set) var lost: TransactionLost?
  /// The statements that a server has answered so far.
  private(set) var answers = 0
  /// The last work of the open batch; nil outside of one, where it is done at once.
  private var endings: [BeforeCommit]?
  /// The rows that statements of the open transaction have changed.
  private(set) var changes = 0

  init(_ server: DatabaseServer, _ duty: DatabaseServer.Duty) { (self.server, self.duty) = (server, duty) }

  /// The round trips of the present session.
  var exchanges: Int { session?.exchanges ?? 0 }

  /// Connects, unless it is connected.
  func connect() throws(StoreError) { _ = try live() }

  /// Gives the session up.
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

  /// The rows that a statement has changed, or read; notes those that it has changed.
  private func count(_ result: OpaquePointer?) -> Int {
    let count = PQcmdTuples(result).map { atol($0) } ?? 0
    if let status = PQcmdStatus(result), status.pointee != CChar(UInt8(ascii: "S")) { changes += count }
    return count
  }

  private func send(_ text: StatementText, _ arguments: [any Bindable]) throws(StoreError) {
    // Outside of a transaction there is nothing whose end would tell of its error.
    guard begun != nil else {
      _ = try change(text, arguments)
      return
    }
    try perform(text) { (session) throws(StoreError) in
      try session.queue(try encoded(text, arguments, for: session), depth: depth)
      changes += 1
    }
  }

  /// Goes through the rows of a query until `body` returns false; with `first` the server need not find another than the first.
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

  /// The number that a statement of this engine gives in its first row.
  func number(_ text: StatementText) throws(StoreError) -> Int {
    var number = 0
    try walk(text, []) { (row) throws(StoreError) in
      number = try row.get(0, as: Int.self)
      return false
    }
    return number
  }

  /// The most time without an answer. The server gives a statement up earlier, so that this is met only where it is gone.
  private var patience: Duration { duty == .administering ? .seconds(86_400) : server.limits.statement + .seconds(5) }

  /// Runs `body` on the session; on a connection that only reads once more on a new one, where nothing was read in the old one
  /// that has to agree with it.
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

  /// Takes note of what an error means for the open transaction.
  private func note(_ error: StoreError, of session: ServerSession, isStale: Bool) -> StoreError {
    if begun != nil {
      if session.isLost {
        lost = TransactionLost(cause: error, undoing: nil)
      } else if PQtransactionStatus(session.handle) == PQTRANS_INERROR {
        failure = (error, session.failedDepth)
      }
      if error.sqlState.isConflict || isStale { conflict = error }
    }
    // The plans of the session no longer suit the tables: the next use begins with new ones.
    if isStale, begun == nil { self.session = nil }
    // The next connection finds the server that takes writes, where there is one.
    if duty == .writing, begun == nil, error.sqlState == .readOnlyTransaction { self.session = nil }
    if duty == .reading, error.sqlState == .readOnlyTransaction {
      return StoreError(.readOnlyTransaction, "a connection that only reads", sql: error.sql, reason: .other)
    }
    return error
  }

  /// Throws if the transaction of a statement is gone or has to be undone first.
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

  /// Prepares the statement, unless the session has it, and encodes its arguments.
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
  /// The state of a transaction after its COMMIT.
  enum Ending {
    /// It is on disk, and on the standby where the server waits for one.
    case committed
    /// It is undone.
    case refused(StoreError)
    /// Nobody knows.
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
    // Nothing is made durable, so that nobody has to wait for it.
    leave("COMMIT")
  }

  private func leave(_ end: StaticString) {
    if let session, lost == nil, !session.isLost { try? session.push(.literal(end)) }
    close()
  }

  /// Queues the beginning of a transaction: it goes along with its first statement.
  func begin(_ sql: StaticString = "BEGIN") throws(StoreError) {
    guard begun == nil else {
      throw StoreError(SQLState("25001"), "a transaction is open", sql: sql.description)
    }
    try live().queue(.literal(sql), depth: 0)
    (begun, isAnswered, changes, savepoints) = (.literal(sql), false, 0, 0)
  }

  private func close() {
    (begun, failure, conflict, lost, depth) = (nil, nil, nil, nil, 0)
    endings = nil
  }

  /// Keeps the last work of the open transaction until `runEndings`.
  func gatherEndings() { endings = [] }

  /// Does the last work of the open transaction.
  func runEndings() throws {
    let all = endings ?? []
    endings = nil
    var status: (any Sendable)?
    for body in all { status = try body(status) }
  }

  package func beforeCommit(_ body: @escaping BeforeCommit) throws {
    if endings == nil { _ = try body(nil) } else { endings?.append(body) }
  }

  /// Queues a statement of this engine with one list of keys.
  func queue(_ sql: String, keys: [StoredValue]) throws(StoreError) {
    try perform(.own(sql)) { (session) throws(StoreError) in
      let statement = try forms(of: .own(sql), for: session).plain
      guard statement.types.count == 1, let element = ServerType.element(of: statement.types[0]) else {
        throw StoreError(.datatypeMismatch, "the key is of a type that no lock has", sql: sql)
      }
      session.arguments.removeAll()
      do throws(ArgumentBuffer.UnsupportedArgument) { try session.arguments.append(keys, asArrayOf: element) } catch {
        throw StoreError(error.state, error.message, sql: sql)
      }
      try session.queue(statement, depth: 0)
    }
  }

  /// Queues a statement of this engine in the open transaction.
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
      // The last moment for the errors of statements that nobody has waited for.
      try confirm()
      if let failure { throw failure.error }
      if let lost { throw lost }
      try perform(.literal("RELEASE"), isAnswered: false) { (session) throws(StoreError) in
        try session.queue(Self.statement(.release, own), depth: own - 1)
      }
    } catch {
      endings?.removeSubrange(ended...)
      if let lost { throw lost }
      // It failed before this savepoint was made, and is to be undone by whoever made an earlier one.
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

  /// Waits for statements that were sent without waiting; throws the error of one of them.
  func confirm() throws(StoreError) {
    guard let session, session.hasSent, failure == nil, lost == nil else { return }
    try perform(.literal("pipeline")) { (session) throws(StoreError) in try session.confirm(within: patience) }
  }

  /// Undoes the open transaction, and waits for that.
  func rollBack() {
    if let session, lost == nil, !session.isLost {
      do {
        PQclear(try session.exchange(.literal("ROLLBACK"), depth: 0, within: server.limits.connect))
      } catch {
        // An error of what was queued before it is undone with it, but the statement itself was skipped.
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
  /// A warning makes the outcome unknown: the server says so when it no longer waits for the standby, and calls it a success. The
  /// time of a statement does not hold for COMMIT, since giving it up would end that wait.
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
        return .unknown(StoreError(.transactionUnknown, "the server warned of the COMMIT", sql: "COMMIT"))
      }
      guard status == "COMMIT" else {
        return .refused(StoreError(.abortedTransaction, "the server answered \(status)", sql: "COMMIT"))
      }
      return .committed
    } catch {
      if session.isLost || session.takeWarnings() > 0 { return .unknown(error) }
      if PQtransactionStatus(session.handle) != PQTRANS_IDLE {
        // An earlier statement of the queue failed, so that the server skipped COMMIT.
        do { PQclear(try session.exchange(.literal("ROLLBACK"), depth: 0, within: server.limits.connect)) } catch {
          self.session = nil
        }
      }
      return .refused(error)
    }
  }
}
