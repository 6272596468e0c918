import CPostgreSQL
import Storage

/// PostgreSQL's COPY in binary format, outside the pipeline. It waits without a time limit. The TCP
/// options of the connection detect a failed server.
extension ServerSession {
  /// The header of the format: a signature, flags, and an extension of length 0.
  static let head: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  /// The trailer of the format.
  static let tail: [UInt8] = [0xFF, 0xFF]

  /// Sends a COPY statement and waits until the session is in `state`.
  private func begin(_ text: StatementText, _ state: ExecStatusType) throws(StoreError) {
    try confirm()
    guard PQpipelineStatus(handle) == PQ_PIPELINE_OFF || PQexitPipelineMode(handle) == 1 else { throw lose(text) }
    PQsetnonblocking(handle, 0)
    guard text.withCString({ PQsendQuery(handle, $0) }) == 1, let first = PQgetResult(handle) else { throw lose(text) }
    defer { PQclear(first) }
    if PQresultStatus(first) == state { return }
    let failure = error(in: first, of: text)
    try end(text)
    throw failure ?? lose(text)
  }

  /// Reads the end of a copy and enters the pipeline again. Returns the number of rows.
  @discardableResult
  private func end(_ text: StatementText) throws(StoreError) -> Int {
    var (count, failure): (Int, StoreError?) = (0, nil)
    while let result = PQgetResult(handle) {
      if failure == nil { failure = error(in: result, of: text) }
      count = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? count
      PQclear(result)
      if isLost { break }
    }
    if !isLost {
      PQsetnonblocking(handle, 1)
      if PQenterPipelineMode(handle) != 1 { throw failure ?? lose(text) }
    }
    if let failure { throw failure }
    return count
  }

  /// Calls `body` with each row of a query. One row is in memory at a time. If `body` throws, the
  /// session is lost.
  func copyOut(_ query: String, _ body: ([UInt8]) throws -> Void) throws {
    let text = StatementText.own("COPY (\(query)) TO STDOUT (FORMAT binary)")
    try begin(text, PGRES_COPY_OUT)
    var isFirst = true
    while true {
      var message: UnsafeMutablePointer<CChar>?
      let count = Int(PQgetCopyData(handle, &message, 0))
      if count == -1 { break }
      guard count >= 0, let message else { throw lose(text) }
      defer { PQfreemem(message) }
      var bytes = UnsafeRawBufferPointer(start: message, count: count)[...]
      if isFirst {
        guard bytes.starts(with: Self.head) else { throw lose(text, "the copy has an invalid header") }
        bytes = bytes.dropFirst(Self.head.count)
        isFirst = false
      }
      if bytes.isEmpty || bytes.elementsEqual(Self.tail) { continue }
      do { try body(Array(bytes)) } catch {
        _ = lose(text, "the copy was aborted")
        throw error
      }
    }
    try end(text)
  }

  /// Starts a copy to the server and sends the header.
  func beginCopyIn(_ text: StatementText) throws(StoreError) {
    try begin(text, PGRES_COPY_IN)
    try copyIn(text, Self.head)
  }

  /// Sends data of the copy.
  func copyIn(_ text: StatementText, _ bytes: [UInt8]) throws(StoreError) {
    let isSent = bytes.withUnsafeBytes {
      PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    guard isSent == 1 else { throw lose(text) }
  }

  /// Sends the trailer and ends the copy. Returns the number of rows.
  func endCopyIn(_ text: StatementText) throws(StoreError) -> Int {
    try copyIn(text, Self.tail)
    guard PQputCopyEnd(handle, nil) == 1 else { throw lose(text) }
    return try end(text)
  }
}
