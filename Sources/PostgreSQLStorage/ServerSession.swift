import CPostgreSQL
import Platform
import Storage

/// A session of a server, in libpq's pipeline mode. Queued statements are sent with the next
/// statement whose result is needed, in one round trip.
///
/// Not `Sendable`: only its owner uses it.
final class ServerSession {
  /// A queued statement whose result is not needed.
  private struct Queued {
    let text: StatementText
    /// The number of savepoints open at the statement.
    let depth: Int
    /// True for the synchronization point of a pushed statement. Errors before it are ignored.
    var isEnd = false
  }

  /// The number of warnings from the server that have not been taken.
  private final class Notices {
    var warnings = 0
  }

  /// Maximum number of queued statements before their results are read.
  static let maxQueued = 64

  let handle: OpaquePointer
  private var queued: [Queued] = []
  private let notices = Notices()
  /// The encoded arguments of the next statement. The memory is reused.
  var arguments = ArgumentBuffer()
  /// True if the connection is lost or its state is unknown.
  private(set) var isLost = false
  /// The number of savepoints open at the last failed statement.
  private(set) var failedDepth = 0
  /// The statements prepared in this session.
  var statements = PreparedStatements()
  /// The statements prepared for reading only their first row.
  var firsts = PreparedStatements()
  private var preparedCount = 0
  private static let pipeline = StatementText.literal("pipeline")
  /// The number of round trips so far.
  private(set) var exchanges = 0

  /// Connects with options of libpq.
  init(_ options: [(name: String, value: String)]) throws(StoreError) {
    let handle = Self.connect(options)
    guard let handle else { throw StoreError(.connectionFailure, "out of memory", sql: "connect") }
    guard PQstatus(handle) == CONNECTION_OK else {
      let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      PQfinish(handle)
      // libpq reports no code here, so a read-only server is recognized by its message. For a read
      // connection, which requires a primary, a standby counts as unreachable.
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
    // libpq expects two arrays of C strings that end with a null pointer.
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

  /// True if a prepared statement was queued and is not confirmed.
  private(set) var hasSent = false

  /// Returns the number of warnings since the last call.
  func takeWarnings() -> Int {
    defer { notices.warnings = 0 }
    return notices.warnings
  }

  // MARK: - Pipeline

  /// Queues a statement without arguments. Its rows and their number are discarded.
  func queue(_ text: StatementText, depth: Int) throws(StoreError) {
    let isQueued = text.withCString { PQsendQueryParams(handle, $0, 0, nil, nil, nil, nil, 1) }
    guard isQueued == 1 else { throw lose(text) }
    queued.append(Queued(text: text, depth: depth))
  }

  /// Queues a prepared statement with the arguments in `arguments`. Its rows and their number are
  /// discarded.
  func queue(_ statement: ServerStatement, depth: Int) throws(StoreError) {
    try send(statement)
    queued.append(Queued(text: statement.text, depth: depth))
    hasSent = true
    if queued.count >= Self.maxQueued { try confirm() }
  }

  /// Sends all queued statements and then a prepared statement with the arguments in `arguments`.
  /// Returns its result, which the caller must clear.
  func exchange(_ statement: ServerStatement, depth: Int, within limit: Duration) throws(StoreError) -> OpaquePointer? {
    try send(statement)
    return try finish(statement.text, depth: depth, within: limit)
  }

  /// Sends all queued statements and then a statement without arguments. Returns its result, which
  /// the caller must clear.
  func exchange(_ text: StatementText, depth: Int, within limit: Duration) throws(StoreError) -> OpaquePointer? {
    let isQueued = text.withCString { PQsendQueryParams(handle, $0, 0, nil, nil, nil, nil, 1) }
    guard isQueued == 1 else { throw lose(text) }
    return try finish(text, depth: depth, within: limit)
  }

  /// Sends all queued statements and waits for their results. Throws the first error.
  func confirm(within limit: Duration = .seconds(15)) throws(StoreError) {
    guard !queued.isEmpty else { return }
    PQclear(try finish(nil, depth: 0, within: limit))
  }

  /// Sends all queued statements and then a statement that ends a read transaction. Its result is
  /// read together with the next result.
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

  /// Ends the queue with a synchronization point and reads all results. Returns the result of
  /// `text`, which was sent last; nil if `text` is nil.
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
      // The server skips everything up to the synchronization point. Afterwards the session is
      // usable again.
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

  /// Returns the error of a result; nil if the statement succeeded.
  func error(in result: OpaquePointer?, of text: StatementText) -> StoreError? {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
    default: break
    }
    let error = StoreError(result: result, sql: text.description)
    // After FATAL and PANIC the server closes the connection. An error without a severity comes
    // from libpq.
    let severity = PQresultErrorField(result, Int32(VALENCE_PQ_SEVERITY))
    if severity.map({ strcmp($0, "ERROR") != 0 }) ?? true || PQstatus(handle) == CONNECTION_BAD { isLost = true }
    return error
  }

  /// Reads the result of the next statement up to its end, or a synchronization point.
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
    // In a pipeline, a null result ends each statement.
    while let more = try next(of: text, before: deadline) { PQclear(more) }
    return first
  }

  /// Waits for the next result; nil at the end of a statement.
  private func next(
    of text: StatementText, before deadline: ContinuousClock.Instant
  ) throws(StoreError) -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      let unsent = PQflush(handle)
      // The next result reports the failure.
      if unsent < 0 { break }
      let left = (deadline - ContinuousClock.now).milliseconds
      var event = pollfd(
        fd: PQsocket(handle), events: Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0), revents: 0)
      let ready = poll(&event, 1, Int32(clamping: max(0, left)))
      if ready == 0 { throw lose(text, "the server did not respond in time") }
      if ready < 0 {
        if errno == EINTR { continue }
        throw lose(text)
      }
      if event.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, PQconsumeInput(handle) == 0 { break }
    }
    return PQgetResult(handle)
  }

  /// Marks the session as lost. Returns the error to throw.
  func lose(_ text: StatementText, _ reason: String? = nil) -> StoreError {
    isLost = true
    let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let reported = words.isEmpty ? "the connection was lost" : words.split(separator: "\n").joined(separator: "; ")
    return StoreError(.connectionFailure, reason ?? reported, sql: text.description)
  }

  // MARK: - Preparing

  /// Prepares a statement. `types` are the types of its arguments; the server determines those that
  /// are 0 or absent.
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

  // MARK: - Outside the pipeline

  /// Runs a script of several statements, such as a migration, outside the pipeline. Returns the
  /// rows of the last statement as text.
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
    var completed = 0
    while let result = try next(of: text, before: deadline) {
      if failure == nil {
        failure = error(in: result, of: text)?.of(result, after: completed, in: script)
        completed += 1
      }
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
