import CMicroHTTPD
import JSON
import Platform

/// The headers of a request, and a refusal if they leave any doubt about where the request ends.
struct RequestHead {
  /// All headers.
  let headers: Headers
  /// Announced length of the body; 0 if there is none, `Int.max` for any larger number.
  let contentLength: Int
  /// True if the body comes in chunks.
  let isChunked: Bool
  /// The client's `X-Request-Id`, if it is acceptable.
  let identifier: String?
  /// The reason to refuse the request; nil if there is none.
  let refusal: RequestRefusal?

  /// Reads the head of the request on `connection`. `target` is the address range of the target; request line and
  /// headers together may have `limit` bytes.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, target: Range<UInt>, version: UnsafePointer<CChar>,
    limit: Int
  ) {
    let size = valence_MHD_header_size(connection)
    // libmicrohttpd holds the head in one piece, with NULs in the places of its delimiters.
    let lines = UnsafeRawPointer(version) + RequestHead.versionLength + 2
    var scan = HeaderScan(from: lines, LineEnds(of: lines, after: UnsafeRawPointer(method), size: size))
    let bytes = scan.copyAll(connection, until: UnsafeRawPointer(method) + size)
    headers = Headers(encoded: bytes, lengths: scan.lengths)
    contentLength = scan.contentLength.flatMap { ContentLength($0)?.bytes } ?? 0
    isChunked = scan.transferEncoding != nil
    identifier = scan.identifier.map { String(decoding: $0, as: UTF8.self) }
    // libmicrohttpd accepts only HTTP/1.x.
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

  /// libmicrohttpd accepts no version of another length.
  private static let versionLength = 8

  /// Returns true if one blank stands between method, target and version, and none of them has a NUL. libmicrohttpd
  /// skips further blanks, and gives each part up to its first NUL.
  private static func isWellFormed(
    _ method: UnsafePointer<CChar>, _ target: Range<UInt>, _ version: UnsafePointer<CChar>
  ) -> Bool {
    UInt(bitPattern: method) + UInt(strlen(method)) + 1 == target.lowerBound
      && target.upperBound + 1 == UInt(bitPattern: version)
  }

  /// Returns the headers of a request that libmicrohttpd refuses, and the refusal: it has read the whole head, so the
  /// fault is in `Content-Length`, and since 1.0 possibly in `Transfer-Encoding` or a missing `Host`.
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
      // libmicrohttpd takes `chunked` alone, in any case; with anything else it reads until the connection ends.
      let name = String(decoding: transferEncoding, as: UTF8.self)
      if name.lowercased() != "chunked" { return .unsupportedTransferEncoding(name) }
    }
    if scan.hosts == 0 && !isOldVersion { return .badFraming(.missingHost) }
    if scan.hosts > 1 { return .badFraming(.repeatedHost) }
    return nil
  }
}

/// The way in which libmicrohttpd leaves the ends of lines in its memory.
private enum LineEnds {
  /// 0.9: NUL for each byte of a line's end. Blanks at the end of a value belong to it.
  case cleared
  /// 1.0: NUL in the place of the first byte behind a value, which is a blank, the carriage return or a bare line feed;
  /// the rest stays as it came. A NUL that was sent is refused by the library.
  case kept

  /// Looks at the last byte of the request line, which ends before `lines`.
  init(of lines: UnsafeRawPointer, after start: UnsafeRawPointer, size: Int) {
    let isKept = lines - start <= size && lines.load(fromByteOffset: -1, as: UInt8.self) == UInt8(ascii: "\n")
    self = isKept ? .kept : .cleared
  }
}

/// One pass over the headers of a request in libmicrohttpd's memory. It copies all into one array, and notes those that
/// delimit or identify the request. It holds only numbers and pointers, so that a header costs no reference counting.
private struct HeaderScan {
  /// Bytes in libmicrohttpd's memory, which stay until the request is answered.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The first `Content-Length`.
  private(set) var contentLength: Bytes?
  /// The first `Transfer-Encoding`.
  private(set) var transferEncoding: Bytes?
  /// The first acceptable `X-Request-Id`.
  private(set) var identifier: Bytes?
  /// Count of `Host` headers.
  private(set) var hosts = 0
  /// The first fault; nil if there is none.
  private(set) var fault: FramingFault?

  /// The marks of the name lengths (see `Headers`).
  private(set) var lengths: UInt64 = 0

  /// One bit for each header seen of those that have one value.
  private var seen: UInt8 = 0

  private var cursor: UnsafeMutableRawPointer?
  private var room = 0
  /// True if the end of the last line has not been checked. Only for `LineEnds.kept`.
  private var hasOpenLine = false
  /// Start of the next line, if every line before ended as it should; with `LineEnds.kept` the end of the last value.
  private var next: UnsafeRawPointer

  private let lineEnds: LineEnds

  /// Begins at `start`, behind the request line.
  init(from start: UnsafeRawPointer, _ lineEnds: LineEnds) { (next, self.lineEnds) = (start, lineEnds) }

  /// Returns the headers of the request on `connection` in the encoding of `Headers`; their lines end at `end`.
  mutating func copyAll(_ connection: OpaquePointer, until end: UnsafeRawPointer) -> [UInt8] {
    let lines = UnsafeRawBufferPointer(start: next, count: max(0, end - next))
    let count = Int(MHD_get_connection_values_n(connection, .HEADER_KIND, nil, nil))
    let capacity = lines.count + count * Headers.prefix
    defer {
      // The empty line ends the head.
      if lineEnds == .kept { endLine(before: end - 2) }
      if next + 2 != end { refuse(next + 2 > end ? .bareLineFeed : .nul) }
      if lineEnds == .cleared, lines.hasBareControls { refuse(.controlCharacter) }
      let texts = lines.bindMemory(to: UInt8.self)
      if texts.hasNonASCII, CombiningRuns.excess(in: texts) != nil {
        refuse(.combiningRun(limit: CombiningRuns.longest))
      }
    }
    // Put together on the stack: an array that is made to be filled in place takes three times as long.
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

    // libmicrohttpd cuts lines up in place, so a value lies behind its name. It writes the continuation of a folded
    // header over the end of the name, or moves the name behind the value: both show in the addresses.
    if let nameStart = name.baseAddress, let valueStart = value.baseAddress, valueStart <= nameStart + name.count {
      refuse(.foldedHeader)
    }
    followUp(name, untrimmed)
    guard append(name, value) else { return refuse(.foldedHeader) }
    switch name.count {
    case 4 where name.isSpelled("host"):
      hosts += 1
      if !value.isHost { refuse(.badHost) }
    case 12 where name.isSpelled("content-type"): once(0)
    case 13 where name.isSpelled("authorization"): once(1)
    case 14 where name.isSpelled("client-version"): once(2)
    case 15 where name.isSpelled("idempotency-key"): once(3)
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

  /// Notes a header that has one value, and refuses a second one: another reader might take that.
  private mutating func once(_ bit: UInt8) {
    if seen & (1 << bit) != 0 { refuse(.repeatedHeader) }
    seen |= 1 << bit
  }

  /// Checks how the line before ended, and notes where the next one must begin.
  ///
  /// libmicrohttpd takes a line feed alone as the end of a line, and gives a value only up to its first NUL. It reports
  /// neither, but puts one NUL in the place of each byte of a line's end. So the next name lies:
  /// - two bytes behind a value,
  /// - one byte behind it after a bare line feed,
  /// - further behind it if something was left out.
  private mutating func followUp(_ name: Bytes, _ value: Bytes) {
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

  /// Checks that nothing but the end of a line stands between the last value and `start`, where the next line begins:
  /// NUL for the first byte that was cut off, blanks, and at most one carriage return before the line feed.
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

  /// Appends a header; returns false if there is no room. Only libmicrohttpd's handling of folded headers makes names
  /// and values longer than their lines.
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
