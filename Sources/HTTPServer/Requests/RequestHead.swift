import CMicroHTTPD
import JSON
import Platform

/// The headers of a request, with a refusal if the request must be rejected.
struct RequestHead {
  let headers: Headers
  /// The announced length of the body; 0 if absent, `Int.max` if the number is larger.
  let contentLength: Int
  /// True if the request has a `Transfer-Encoding`. If its value is not `chunked`, the request is
  /// rejected.
  let isChunked: Bool
  /// The client's `X-Request-Id` if it is acceptable.
  let identifier: String?
  /// The reason to reject the request; nil for a valid head.
  let refusal: RequestRefusal?

  /// Reads the head of the request on `connection`.
  ///
  /// - Parameters:
  ///   - target: The address range of the request target.
  ///   - limit: Maximum size of the request line and headers together, in bytes.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, target: Range<UInt>, version: UnsafePointer<CChar>,
    limit: Int
  ) {
    let size = valence_MHD_header_size(connection)
    // libmicrohttpd stores the head contiguously and overwrites delimiters with NULs.
    let lines = UnsafeRawPointer(version) + RequestHead.versionLength + 2
    var scan = HeaderScan(from: lines, LineEnds(of: lines, after: UnsafeRawPointer(method), size: size))
    let bytes = scan.copyAll(connection, until: UnsafeRawPointer(method) + size)
    headers = Headers(encoded: bytes, lengths: scan.lengths)
    contentLength = scan.contentLength.flatMap { ContentLength($0)?.bytes } ?? 0
    isChunked = scan.transferEncoding != nil
    identifier = scan.identifier.map { String(decoding: $0, as: UTF8.self) }
    let isOldVersion = version[7] == 0x30
    refusal =
      if size > limit {
        .headersTooLarge(limit: limit)
      } else if !RequestHead.isWellFormed(method, target, version) {
        .badFraming(.badRequestLine)
      } else {
        RequestHead.judge(scan, isOldVersion: isOldVersion)
      }
  }

  /// Size of a version in bytes. libmicrohttpd accepts no other.
  private static let versionLength = 8

  /// Returns true if single spaces separate the method, target and version, and none of them
  /// contains a NUL.
  ///
  /// libmicrohttpd skips additional spaces and truncates each part at its first NUL.
  private static func isWellFormed(
    _ method: UnsafePointer<CChar>, _ target: Range<UInt>, _ version: UnsafePointer<CChar>
  ) -> Bool {
    UInt(bitPattern: method) + UInt(strlen(method)) + 1 == target.lowerBound
      && target.upperBound + 1 == UInt(bitPattern: version)
  }

  /// Returns the headers of a request that libmicrohttpd rejects, and the matching refusal.
  ///
  /// The head is complete, so the fault is in `Content-Length`. With version 1.0 it can also be in
  /// `Transfer-Encoding`, or `Host` can be missing.
  static func refusedByLibrary(_ connection: OpaquePointer, bodyLimit: Int) -> (
    headers: Headers, refusal: RequestRefusal
  ) {
    var pairs: [(String, String)] = []
    withUnsafeMutablePointer(to: &pairs) { pairs in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameLength, value, valueLength in
          guard let pairs = context?.assumingMemoryBound(to: [(String, String)].self) else { return .NO }
          let texts = [(name, nameLength), (value, valueLength)].map { start, count in
            String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
          }
          pairs.pointee.append((texts[0], texts[1]))
          return .YES
        }, pairs)
    }
    let headers = Headers(pairs)
    let length = headers.value(of: "Content-Length")
    if let encoding = headers.first("Transfer-Encoding") {
      if length != nil { return (headers, .badFraming(.lengthAndTransferEncoding)) }
      if encoding.lowercased() != "chunked" { return (headers, .unsupportedTransferEncoding(encoding)) }
    }
    guard let length else { return (headers, .badFraming(.missingHost)) }
    let isNumber = length.withUnsafeBufferPointer { ContentLength($0) != nil }
    return (headers, isNumber ? .bodyTooLarge(limit: bodyLimit) : .badFraming(.badContentLength))
  }

  private static func judge(_ scan: HeaderScan, isOldVersion: Bool) -> RequestRefusal? {
    if let fault = scan.fault { return .badFraming(fault) }
    if let transferEncoding = scan.transferEncoding {
      if scan.contentLength != nil { return .badFraming(.lengthAndTransferEncoding) }
      if isOldVersion { return .badFraming(.transferEncodingInOldVersion) }
      // libmicrohttpd supports only `chunked` (case-insensitive). With any other value it would
      // read until the connection ends.
      let name = String(decoding: transferEncoding, as: UTF8.self)
      if name.lowercased() != "chunked" { return .unsupportedTransferEncoding(name) }
    }
    if scan.hosts == 0 && !isOldVersion { return .badFraming(.missingHost) }
    if scan.hosts > 1 { return .badFraming(.repeatedHost) }
    return nil
  }
}

/// How libmicrohttpd stores the end of each line in its memory.
private enum LineEnds {
  /// Version 0.9: each byte of the line end is replaced by NUL. Trailing whitespace stays in the
  /// value.
  case cleared
  /// Version 1.0: the first byte after a value (whitespace, carriage return or bare line feed) is
  /// replaced by NUL. The other bytes are unchanged. The library rejects a NUL in the request.
  case kept

  /// Detects the format from the last byte of the request line, which ends before `lines`.
  init(of lines: UnsafeRawPointer, after start: UnsafeRawPointer, size: Int) {
    let isKept = lines - start <= size && lines.load(fromByteOffset: -1, as: UInt8.self) == UInt8(ascii: "\n")
    self = isKept ? .kept : .cleared
  }
}

/// One pass over the headers of a request in libmicrohttpd's memory.
///
/// It copies all headers into one array and records those that delimit or identify the request. It
/// contains only numbers and pointers, so it needs no reference counting.
private struct HeaderScan {
  /// Bytes in libmicrohttpd's memory, valid until the response is queued.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private(set) var contentLength: Bytes?
  private(set) var transferEncoding: Bytes?
  private(set) var identifier: Bytes?
  private(set) var hosts = 0
  private(set) var fault: FramingFault?

  /// The bits of the name lengths (see `Headers`).
  private(set) var lengths: UInt64 = 0

  /// One bit for each single-valued header that has occurred.
  private var seen: UInt8 = 0

  private var cursor: UnsafeMutableRawPointer?
  private var room = 0
  /// True if the end of the previous line is not yet checked. Used only with `LineEnds.kept`.
  private var hasOpenLine = false
  /// Expected start of the next line. With `LineEnds.kept`, the end of the previous value.
  private var next: UnsafeRawPointer

  private let lineEnds: LineEnds

  /// Creates a scan of the headers. `start` is the first byte after the request line.
  init(from start: UnsafeRawPointer, _ lineEnds: LineEnds) { (next, self.lineEnds) = (start, lineEnds) }

  /// Returns the headers of the request on `connection` in the encoding of `Headers`. The head ends
  /// at `end`.
  mutating func copyAll(_ connection: OpaquePointer, until end: UnsafeRawPointer) -> [UInt8] {
    let lines = UnsafeRawBufferPointer(start: next, count: max(0, end - next))
    let count = Int(MHD_get_connection_values_n(connection, .HEADER_KIND, nil, nil))
    let capacity = lines.count + count * Headers.prefix
    defer {
      // The head ends with an empty line.
      if lineEnds == .kept { endLine(before: end - 2) }
      if next + 2 != end { refuse(next + 2 > end ? .bareLineFeed : .nul) }
      if lineEnds == .cleared, lines.hasBareControls { refuse(.controlCharacter) }
      let texts = lines.bindMemory(to: UInt8.self)
      if texts.hasNonASCII, CombiningRuns.excess(in: texts) != nil {
        refuse(.combiningRun(limit: CombiningRuns.longest))
      }
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(capacity, 1)) { buffer in
      cursor = UnsafeMutableRawPointer(buffer.baseAddress)
      room = capacity
      MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameLength, value, valueLength in
          guard let scan = context?.assumingMemoryBound(to: HeaderScan.self) else { return .NO }
          scan.pointee.take(HeaderScan.bytes(name, nameLength), HeaderScan.bytes(value, valueLength))
          return .YES
        }, &self)
      return Array(UnsafeBufferPointer(start: buffer.baseAddress, count: capacity - room))
    }
  }

  private static func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> Bytes {
    Bytes(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
  }

  private mutating func take(_ name: Bytes, _ untrimmed: Bytes) {
    var length = untrimmed.count
    while length > 0, untrimmed[length - 1] == 0x20 || untrimmed[length - 1] == 0x09 { length -= 1 }
    let value = Bytes(start: untrimmed.baseAddress, count: length)

    // libmicrohttpd splits lines in place, so a value normally follows its name. For a folded
    // header it overwrites the end of the name or moves the name after the value. The addresses
    // reveal both.
    if let nameStart = name.baseAddress, let valueStart = value.baseAddress, valueStart <= nameStart + name.count {
      refuse(.foldedHeader)
    }
    checkPreviousLine(name, untrimmed)
    guard append(name, value) else { return refuse(.foldedHeader) }
    switch name.count {
    case 4 where name.isSpelled("host"):
      hosts += 1
      if !value.isHost { refuse(.badHost) }
    case 12 where name.isSpelled("content-type"): recordSingleValued(0)
    case 13 where name.isSpelled("authorization"): recordSingleValued(1)
    case 14 where name.isSpelled("client-version"): recordSingleValued(2)
    case 15 where name.isSpelled("idempotency-key"): recordSingleValued(3)
    case 12 where name.isSpelled("x-request-id"):
      if identifier == nil && RequestIdentifier.isAcceptable(value) { identifier = value }
    case 14 where name.isSpelled("content-length"):
      if contentLength == nil { contentLength = value } else { refuse(.repeatedContentLength) }
    case 17 where name.isSpelled("transfer-encoding"):
      if transferEncoding == nil { transferEncoding = value } else { refuse(.repeatedTransferEncoding) }
    default:
      if name.isEmpty || !name.isToken { refuse(.badHeaderName) }
    }
  }

  /// Records a single-valued header and rejects a second one, because another parser might use that
  /// one.
  private mutating func recordSingleValued(_ bit: UInt8) {
    if seen & (1 << bit) != 0 { refuse(.repeatedHeader) }
    seen |= 1 << bit
  }

  /// Checks the end of the previous line and records where the next one must begin.
  ///
  /// libmicrohttpd accepts a bare line feed as a line end and truncates a value at its first NUL.
  /// It reports neither, but it replaces each byte of a line end with NUL. The distance from a
  /// value to the next name therefore shows which case occurred:
  /// - two bytes: a correct line end;
  /// - one byte: a bare line feed;
  /// - more than two: part of the value was dropped.
  private mutating func checkPreviousLine(_ name: Bytes, _ value: Bytes) {
    guard let nameStart = name.baseAddress, let valueStart = value.baseAddress else { return }
    if lineEnds == .kept {
      endLine(before: UnsafeRawPointer(nameStart))
      if UnsafeRawBufferPointer(value).hasBareControls { refuse(.controlCharacter) }
      next = UnsafeRawPointer(valueStart) + value.count
      hasOpenLine = true
      return
    }
    if UnsafeRawPointer(nameStart) != next { refuse(UnsafeRawPointer(nameStart) < next ? .bareLineFeed : .nul) }
    next = UnsafeRawPointer(valueStart) + value.count + 2
  }

  /// Checks that only a line end precedes `start`, the start of the next line. A line end is a NUL
  /// in place of the first byte, whitespace, at most one carriage return, and a line feed.
  private mutating func endLine(before start: UnsafeRawPointer) {
    guard hasOpenLine else { return }
    hasOpenLine = false
    let gap = UnsafeRawBufferPointer(start: next, count: max(0, start - next))
    next = start
    guard gap.count >= 2, gap[0] == 0, gap[gap.count - 1] == UInt8(ascii: "\n") else { return refuse(.bareLineFeed) }
    if gap.count == 2 { return }
    guard gap[gap.count - 2] == UInt8(ascii: "\r") else { return refuse(.bareLineFeed) }
    if !gap[1..<gap.count - 2].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { refuse(.nul) }
  }

  /// Appends a header. Returns false if the buffer is full, which happens only if libmicrohttpd has
  /// extended a folded header.
  private mutating func append(_ name: Bytes, _ value: Bytes) -> Bool {
    let size = Headers.prefix + name.count + value.count
    guard let cursor, size <= room else { return false }
    Headers.write(name, value, to: cursor)
    lengths |= Headers.mark(name.count)
    self.cursor = cursor + size
    room -= size
    return true
  }

  private mutating func refuse(_ fault: FramingFault) {
    if self.fault == nil { self.fault = fault }
  }
}
