import CPostgreSQL
import Platform
import Storage

/// One session of a server, in libpq's pipeline mode: statements are queued, and what is asked for is sent with all that was queued
/// before it. One exchange takes one round trip, whatever goes along.
///
/// Not `Sendable`: its holder is its only user.
final class ServerSession {
  /// A statement that was queued and whose result nobody asks for.
  private struct Queued {
    let text: StatementText
    /// The depth of savepoints that an error of it spoils.
    let depth: Int
    /// True for the end of what was sent earlier: errors before it are nobody's.
    var isEnd = false
  }

  /// Warnings of the server since the last look.
  private final class Notices {
    var warnings = 0
  }

  /// The most statements that are queued before their results are read.
  static let maxQueued = 64

  let handle: OpaquePointer
  private var queued: [Queued] = []
  private let notices = Notices()
  /// Where arguments are encoded, used again for each statement.
  var arguments = ArgumentBuffer()
  /// True when the connection is gone, or in a state that nobody knows.
  private(set) var isLost = false
  /// The depth of the statement that failed last.
  private(set) var failedDepth = 0
  /// The statements that this session has prepared.
  var statements = PreparedStatements()
  /// The same of those whose first row alone is asked for.
  var firsts = PreparedStatements()
  private var preparedCount = 0
  private static let pipeline = StatementText.literal("pipeline")
  /// The round trips so far.
  private(set) var exchanges = 0

  /// Connects with these options of libpq.
  init(_ options: [(name: String, value: String)]) throws(StoreError) {
    let handle = Self.connect(options)
    guard let handle else { throw StoreError(.connectionFailure, "no memory", sql: "connect") }
    guard PQstatus(handle) == CONNECTION_OK else {
      let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      PQfinish(handle)
      // libpq gives no code here. The server that takes no writes is told by its words alone. A standby is nobody's server: where it
      // is the only one that answers, there is none.
      let isReadOnly = words.contains("session is read-only")
      throw StoreError(
        isReadOnly ? .readOnlyTransaction : .connectionFailure,
        words.split(separator: "\n").joined(separator: "; "), sql: "connect")
    }
    self.handle = handle
    PQsetNoticeReceiver(
      handle,
      { notices, result in
        guard let notices, let severity = PQresultErrorField(result, Int32(VALENCE_PQ_SEVERITY)) else { return }
        if strcmp(severity, "WARNING") == 0 {
          Unmanaged<Notices>.fromOpaque(notices).takeUnretainedValue().warnings += 1
        }
      }, Unmanaged.passUnretained(notices).toOpaque())
    PQsetnonblocking(handle, 1)
  }

  deinit { PQfinish(handle) }

  private static func connect(_ options: [(name: String, value: String)]) -> OpaquePointer? {
    // libpq takes two lists of C strings that end with NULL.
    var names = options.map { strdup($0.name) } + [nil]
    var values = options.map { strdup($0.value) } + [nil]
    defer { for text in names + values { free(text) } }
    return names.withUnsafeMutableBufferPointer { names in
      values.withUnsafeMutableBufferPointer { values in
        names.withMemoryRebound(to: UnsafePointer<CChar>?.self) { names in
          values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
            PQconnectdbParams(names.baseAddress, values.baseAddress, 0)
          }
        }
      }
    }
  }

  /// True if a statement with arguments was queued that has not been confirmed.
  private(set) var hasSent = false

  /// Warnings since the last call.
  func takeWarnings() -> Int {
    defer { notices.warnings = 0 }
    return notices.warnings
  }

  // MARK: - Pipeline

  /// Queues a statement without arguments, without interest in its rows or its count.
  func queue(_ text: StatementText, depth: Int) throws(StoreError) {
    let isQueued = text.withCString { PQsendQueryParams(handle, $0, 0, nil, nil, nil, nil, 1) }
    guard isQueued == 1 else { throw lose(text) }
    queued.append(Queued(text: text, depth: depth))
  }

  /// Queues a prepared statement with the arguments in `arguments`, without interest in its rows or its count.
  func queue(_ statement: ServerStatement, depth: Int) throws(StoreError) {
    try send(statement)
    queued.append(Queued(text: statement.text, depth: depth))
    hasSent = true
    if queued.count >= Self.maxQueued { try confirm() }
  }

  /// Sends a prepared statement with the arguments in `arguments`, and all that was queued; returns its result, which the caller
  /// clears.
  func exchange(_ statement: ServerStatement, depth: Int, within limit: Duration) throws(StoreError) -> OpaquePointer? {
    try send(statement)
    return try finish(statement.text, depth: depth, within: limit)
  }

  /// Sends a statement without arguments, and all that was queued; returns its result, which the caller clears.
  func exchange(_ text: StatementText, depth: Int, within limit: Duration) throws(StoreError) -> OpaquePointer? {
    let isQueued = text.withCString { PQsendQueryParams(handle, $0, 0, nil, nil, nil, nil, 1) }
    guard isQueued == 1 else { throw lose(text) }
    return try finish(text, depth: depth, within: limit)
  }

  /// Sends all that was queued, and waits until it is done.
  func confirm(within limit: Duration = .seconds(15)) throws(StoreError) {
    guard !queued.isEmpty else { return }
    PQclear(try finish(nil, depth: 0, within: limit))
  }

  /// Sends a statement that ends a transaction of reading, and all that was queued; its result is read with the next one.
  func push(_ text: StatementText) throws(StoreError) {
    try queue(text, depth: 0)
    guard PQpipelineSync(handle) == 1, PQflush(handle) >= 0 else { throw lose(text) }
    queued.append(Queued(text: text, depth: 0, isEnd: true))
  }

  private func send(_ statement: ServerStatement) throws(StoreError) {
    let isQueued = arguments.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(handle, statement.name, count, values, lengths, formats, 1)
    }
    guard isQueued == 1 else { throw lose(statement.text) }
  }

  /// Ends what was queued, and reads the results of it and of `text`, which was sent last; returns the last one. With no `text`,
  /// nothing but what was queued is sent.
  private func finish(
    _ text: StatementText?, depth: Int, within limit: Duration
  ) throws(StoreError) -> OpaquePointer? {
    let last = text ?? Self.pipeline
    guard PQpipelineSync(handle) == 1 else { throw lose(last) }
    exchanges += 1
    let deadline = ContinuousClock.now + limit
    var failure: StoreError?
    for one in queued where !isLost {
      let result = try result(of: one.text, before: deadline, isEnd: one.isEnd)
      if one.isEnd {
        failure = nil
      } else if failure == nil, let error = error(in: result, of: one.text) {
        (failure, failedDepth) = (error, one.depth)
      }
      PQclear(result)
    }
    queued.removeAll(keepingCapacity: true)
    hasSent = false
    if isLost, failure == nil { failure = lose(last) }
    var own: OpaquePointer?
    if let text, !isLost {
      own = try result(of: text, before: deadline)
      if failure == nil, let error = error(in: own, of: text) { (failure, failedDepth) = (error, depth) }
    }
    if let failure {
      PQclear(own)
      // Up to the end everything is skipped; afterwards the session is at rest.
      if !isLost, let end = try? result(of: last, before: deadline, isEnd: true) { PQclear(end) }
      throw failure
    }
    do {
      PQclear(try result(of: last, before: deadline, isEnd: true))
    } catch {
      PQclear(own)
      throw error
    }
    return own
  }

  /// The error that a result tells; nil if it tells none.
  func error(in result: OpaquePointer?, of text: StatementText) -> StoreError? {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
    default: break
    }
    let error = StoreError(result: result, sql: text.description)
    // After FATAL and PANIC the server closes the connection; an error without a severity is libpq's own.
    let severity = PQresultErrorField(result, Int32(VALENCE_PQ_SEVERITY))
    if severity.map({ strcmp($0, "ERROR") != 0 }) ?? true || PQstatus(handle) == CONNECTION_BAD { isLost = true }
    return error
  }

  /// Reads the result of the next statement, and what ends it.
  private func result(
    of text: StatementText, before deadline: ContinuousClock.Instant, isEnd: Bool = false
  ) throws(StoreError) -> OpaquePointer? {
    guard let first = try next(of: text, before: deadline) else { throw lose(text) }
    if isEnd {
      guard PQresultStatus(first) == PGRES_PIPELINE_SYNC else {
        PQclear(first)
        throw lose(text)
      }
      return first
    }
    if PQstatus(handle) == CONNECTION_BAD { return first }
    // Each statement of a pipeline ends with NULL.
    while let more = try next(of: text, before: deadline) { PQclear(more) }
    return first
  }

  /// Waits for the next result; nil at the end of a statement.
  private func next(
    of text: StatementText, before deadline: ContinuousClock.Instant
  ) throws(StoreError) -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      let unsent = PQflush(handle)
      // A failure is told by the next result.
      if unsent < 0 { break }
      let left = (deadline - ContinuousClock.now).milliseconds
      var event = pollfd(
        fd: PQsocket(handle), events: Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0), revents: 0)
      let ready = poll(&event, 1, Int32(clamping: max(0, left)))
      if ready == 0 { throw lose(text, "no answer in time") }
      if ready < 0 {
        if errno == EINTR { continue }
        throw lose(text)
      }
      if event.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, PQconsumeInput(handle) == 0 { break }
    }
    return PQgetResult(handle)
  }

  /// Gives the session up.
  func lose(_ text: StatementText, _ reason: String? = nil) -> StoreError {
    isLost = true
    let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let reported = words.isEmpty ? "the connection was lost" : words.split(separator: "\n").joined(separator: "; ")
    return StoreError(.connectionFailure, reason ?? reported, sql: text.description)
  }

  // MARK: - Preparing

  /// Prepares a statement, with the types of its arguments where they are not 0, and asks the server for the others.
  func prepare(
    _ text: StatementText, types: [Oid], depth: Int, within limit: Duration
  ) throws(StoreError) -> ServerStatement {
    preparedCount += 1
    let name = "s\(preparedCount)"
    let isPrepared = text.withCString { PQsendPrepare(handle, name, $0, Int32(types.count), types) }
    guard isPrepared == 1 else { throw lose(text) }
    queued.append(Queued(text: text, depth: depth))
    guard PQsendDescribePrepared(handle, name) == 1 else { throw lose(text) }
    let result = try finish(text, depth: depth, within: limit)
    defer { PQclear(result) }
    return ServerStatement(
      name: name, text: text, types: (0..<PQnparams(result)).map { PQparamtype(result, $0) })
  }

  // MARK: - Outside of the pipeline

  /// Runs statements that stand in one text, such as a migration, outside of the pipeline; returns the rows of the last as texts.
  @discardableResult
  func run(script: String, within limit: Duration) throws(StoreError) -> [[String?]] {
    let text = StatementText.own(script)
    try confirm()
    guard PQpipelineStatus(handle) == PQ_PIPELINE_OFF || PQexitPipelineMode(handle) == 1,
      PQsendQuery(handle, script) == 1
    else { throw lose(text) }
    exchanges += 1
    let deadline = ContinuousClock.now + limit
    var failure: StoreError?
    var rows: [[String?]] = []
    while let result = try next(of: text, before: deadline) {
      if failure == nil { failure = error(in: result, of: text) }
      rows = (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
        }
      }
      PQclear(result)
      if isLost { break }
    }
    if !isLost, PQenterPipelineMode(handle) != 1 { throw failure ?? lose(text) }
    if let failure { throw failure }
    return rows
  }
}
