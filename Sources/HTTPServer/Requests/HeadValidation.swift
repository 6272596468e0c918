import Platform
/// The result of validating the first bytes of a connection, before libmicrohttpd reads them.
///
/// libmicrohttpd rejects some requests with its own error page, without calling the application.
/// This server rejects them first. `RequestHead` detects the faults that reach the application in
/// any case.
package enum HeadValidation: Sendable, Equatable {
  /// The head is incomplete, and its bytes so far are valid.
  case incomplete
  /// A complete head of this many bytes, including any empty lines before it.
  case whole(Int)
  case refused(RequestRefusal)

  package init(of bytes: [UInt8], within limits: HeadLimits) {
    self = bytes.withUnsafeBufferPointer { HeadValidation(of: $0, within: limits) }
  }

  /// Validates the first bytes of a connection in one pass, without allocating.
  init(of bytes: UnsafeBufferPointer<UInt8>, within limits: HeadLimits) {
    var judge = HeadJudge(bytes, limits)
    self = judge.verdict()
  }
}

/// The limits of a head and of the body length that it announces.
package struct HeadLimits: Sendable {
  /// Maximum size of the request line and headers together, in bytes.
  package var head = 8 * 1024
  /// Maximum size of a body in bytes.
  package var body = 1024 * 1024
  /// Maximum number of header lines and `Cookie` pairs together. libmicrohttpd stores a record for
  /// each in the connection's memory.
  package static let lines = 100

  /// Creates the default limits: 8 KiB of head and 1 MiB of body.
  package init() {}

  /// Creates the limits of a server's configuration.
  init(_ configuration: ServerConfiguration) {
    (head, body) = (configuration.headerLimit, configuration.bodyLimit)
  }
}

/// Validates a head in one pass over its lines.
private struct HeadJudge {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: HeadLimits
  private var position = 0
  private var lines = 0
  private var hasLength = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: HeadLimits) { (self.bytes, self.limits) = (bytes, limits) }

  private enum Line {
    case text(UnsafeBufferPointer<UInt8>)
    case incomplete
    case refused(RequestRefusal)
  }

  mutating func verdict() -> HeadValidation {
    // Empty lines before a request line are ignored (RFC 9112, 2.2).
    while position + 1 < bytes.count, bytes[position] == 0x0D, bytes[position + 1] == 0x0A { position += 2 }
    if position > limits.head { return .refused(.badFraming(.badRequestLine)) }
    guard position < bytes.count, bytes[position] != 0x0D || position + 1 < bytes.count else { return .incomplete }
    // A request line begins with a token character. Reject anything else, such as a TLS handshake,
    // without waiting for the rest of the line.
    guard bytes[position].isTokenCharacter else {
      return .refused(.badFraming(bytes[position] == 0x0A ? .bareLineFeed : .badRequestLine))
    }
    switch line(tooLong: .targetTooLong(limit: limits.head)) {
    case .incomplete: return .incomplete
    case .refused(let refusal): return .refused(refusal)
    case .text(let line):
      if let refusal = Self.fault(ofRequestLine: line) { return .refused(refusal) }
    }
    return headers()
  }

  private mutating func headers() -> HeadValidation {
    while true {
      switch line(tooLong: .headersTooLarge(limit: limits.head)) {
      case .incomplete: return .incomplete
      case .refused(let refusal): return .refused(refusal)
      case .text(let line):
        if line.isEmpty { return .whole(position) }
        if let refusal = fault(ofHeader: line) { return .refused(refusal) }
      }
    }
  }

  /// Returns the next line without its line end. Rejects with `tooLong` a line that extends beyond
  /// `limits.head`, counted from the first byte of the connection. Also rejects bare line feeds,
  /// NULs and bare carriage returns.
  private mutating func line(tooLong: RequestRefusal) -> Line {
    let rest = UnsafeBufferPointer(rebasing: bytes[position...])
    guard let end = rest.position(of: 0x0A) else {
      if bytes.count > limits.head { return .refused(tooLong) }
      return .incomplete
    }
    if position + end + 1 > limits.head { return .refused(tooLong) }
    guard end > 0, rest[end - 1] == 0x0D else { return .refused(.badFraming(.bareLineFeed)) }
    let line = UnsafeBufferPointer(rebasing: rest[..<(end - 1)])
    if line.position(of: 0) != nil { return .refused(.badFraming(.nul)) }
    if line.position(of: 0x0D) != nil { return .refused(.badFraming(.controlCharacter)) }
    position += end + 1
    return .text(line)
  }

  /// Returns nil if the line is a method, a target and a version of HTTP/1.x, separated by single
  /// spaces; otherwise the refusal.
  private static func fault(ofRequestLine line: UnsafeBufferPointer<UInt8>) -> RequestRefusal? {
    guard let first = line.position(of: 0x20), first > 0,
      UnsafeBufferPointer(rebasing: line[..<first]).isToken
    else { return .badFraming(.badRequestLine) }
    let rest = UnsafeBufferPointer(rebasing: line[(first + 1)...])
    guard let second = rest.position(of: 0x20), second > 0 else { return .badFraming(.badRequestLine) }
    let version = rest[(second + 1)...]
    guard version.count == 8, version.prefix(5).elementsEqual("HTTP/".utf8), version[second + 7] == 0x2E,
      (0x30...0x39).contains(version[second + 6]), (0x30...0x39).contains(version[second + 8])
    else { return .badFraming(.badRequestLine) }
    return version[second + 6] == 0x31 ? nil : .unsupportedVersion
  }

  private mutating func fault(ofHeader line: UnsafeBufferPointer<UInt8>) -> RequestRefusal? {
    if line[0] == 0x20 || line[0] == 0x09 { return .badFraming(.foldedHeader) }
    guard let colon = line.position(of: 0x3A) else { return .badFraming(.headerWithoutColon) }
    let name = UnsafeBufferPointer(rebasing: line[..<colon])
    guard !name.isEmpty, name.isToken else { return .badFraming(.badHeaderName) }
    if UnsafeRawBufferPointer(line).hasBareControls { return .badFraming(.controlCharacter) }
    lines += 1
    if name.count == 6, name.isSpelled("cookie") { lines += line.count { $0 == 0x3B || $0 == 0x2C } }
    if lines > HeadLimits.lines { return .tooManyHeaders(limit: HeadLimits.lines) }
    guard name.count == 14, name.isSpelled("content-length") else { return nil }
    if hasLength { return .badFraming(.repeatedContentLength) }
    hasLength = true
    guard let length = ContentLength(UnsafeBufferPointer(rebasing: line[(colon + 1)...])) else {
      return .badFraming(.badContentLength)
    }
    return length.bytes > limits.body ? .bodyTooLarge(limit: limits.body) : nil
  }
}

/// The value of a `Content-Length` header: decimal digits with optional surrounding whitespace (RFC
/// 9110, 8.6).
struct ContentLength {
  /// The length in bytes; `Int.max` if the number is larger.
  let bytes: Int

  /// Parses the header value; nil if it is malformed.
  init?(_ value: UnsafeBufferPointer<UInt8>) {
    var digits = value[...]
    while let first = digits.first, first == 0x20 || first == 0x09 { digits.removeFirst() }
    while let last = digits.last, last == 0x20 || last == 0x09 { digits.removeLast() }
    guard !digits.isEmpty else { return nil }
    var (number, isHuge) = (0, false)
    // Continue after an overflow: a long number is too large, but a later non-digit makes it
    // malformed.
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = product.addingReportingOverflow(Int(digit - 0x30))
      isHuge = isHuge || isTooLarge || isSumTooLarge
      number = isHuge ? 0 : sum
    }
    bytes = isHuge ? .max : number
  }
}

/// The readable part of a rejected head that libmicrohttpd has not seen. It provides the data for
/// the access log and the language of the response.
struct RefusedHead {
  private let lines: [ArraySlice<UInt8>]

  /// Reads the head at the start of `bytes`.
  init(_ bytes: [UInt8]) {
    lines = bytes.drop { $0 == 0x0D || $0 == 0x0A }
      .split(separator: 0x0A, maxSplits: HeadLimits.lines, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
  }

  /// Returns the rejected request. An unreadable path is replaced by `-`, and so is a method that
  /// is not a token of at most 32 bytes.
  func request(_ refusal: RequestRefusal, from peer: String, trusting proxies: [Network], id: String) -> Request {
    let parts = (lines.first ?? []).split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    let name = parts.first ?? []
    let isToken = (1...32).contains(name.count) && name.allSatisfy(\.isTokenCharacter)
    let target = Array(parts.count > 1 ? parts[1] : [])
    let read = target.withUnsafeBufferPointer { RequestTarget($0) }
    let headers = Headers(pairs())
    let own = headers.value(of: "X-Request-Id").flatMap { value in
      value.withUnsafeBufferPointer { RequestIdentifier.isAcceptable($0) }
        ? String(decoding: value, as: UTF8.self) : nil
    }
    return Request(
      method: Method(isToken ? String(decoding: name, as: UTF8.self) : "-"),
      path: read.fault == nil ? read.path : "-", query: read.query, headers: headers,
      peer: ForwardedFor.client(of: headers, from: peer, trusting: proxies), id: own ?? id, refusal: refusal)
  }

  /// Returns the headers up to the first line that is malformed or not ASCII.
  private func pairs() -> [(String, String)] {
    var pairs: [(String, String)] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isTokenCharacter),
        line[colon...].allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
      else { break }
      let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      pairs.append((String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return pairs
  }
}
