#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The judgement of the first bytes of a connection before libmicrohttpd reads them. The library answers some faults by
/// itself, with a page of its own and unseen by the application; this server answers those first. It judges nothing that
/// the application is asked about anyway: `RequestHead` goes on from here.
///
///     HeadVerdict(of: Array("GET / HTTP/1.1\r\nContent-Length: +5\r\n\r\n".utf8), within: HeadLimits())
///     // .refused(.badFraming(.badContentLength))
package enum HeadVerdict: Sendable, Equatable {
  /// The head is not here whole, and what is here has no fault.
  case incomplete
  /// The head takes so many bytes, empty lines before it counted.
  case whole(Int)
  /// The request is refused.
  case refused(Refusal)

  /// The verdict on bytes that a connection begins with.
  package init(of bytes: [UInt8], within limits: HeadLimits) {
    self = bytes.withUnsafeBufferPointer { HeadVerdict(of: $0, within: limits) }
  }

  /// The verdict on bytes that a connection begins with; one pass, no allocation.
  init(of bytes: UnsafeBufferPointer<UInt8>, within limits: HeadLimits) {
    var judge = HeadJudge(bytes, limits)
    self = judge.verdict()
  }
}

/// The bounds of a head.
package struct HeadLimits: Sendable {
  /// Bytes of request line and headers together.
  package var head = 8 * 1024
  /// Bytes of a body, also of one that is announced only.
  package var body = 1024 * 1024
  /// Header lines, and pairs in `Cookie`: the library keeps a record of each in the memory of the connection.
  package static let lines = 100

  /// The default bounds.
  package init() {}

  /// The bounds of a server.
  init(_ configuration: Configuration) {
    (head, body) = (configuration.headerLimit, configuration.bodyLimit)
  }
}

/// One pass over the lines of a head.
private struct HeadJudge {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: HeadLimits
  private var position = 0
  private var lines = 0
  private var hasLength = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: HeadLimits) { (self.bytes, self.limits) = (bytes, limits) }

  /// How a line ended, or why there is none.
  private enum Line {
    case text(UnsafeBufferPointer<UInt8>)
    case incomplete
    case refused(Refusal)
  }

  mutating func verdict() -> HeadVerdict {
    // Empty lines before a request line are left over from the request before it (RFC 9112, 2.2).
    while position + 1 < bytes.count, bytes[position] == 0x0D, bytes[position + 1] == 0x0A { position += 2 }
    if position > limits.head { return .refused(.badFraming(.badRequestLine)) }
    guard position < bytes.count, bytes[position] != 0x0D || position + 1 < bytes.count else { return .incomplete }
    // What begins with anything else, as a greeting of TLS does, need not be waited for.
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

  private mutating func headers() -> HeadVerdict {
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

  /// The next line without its end.
  private mutating func line(tooLong: Refusal) -> Line {
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

  /// A method, one blank, a target, one blank, a version of HTTP/1.
  private static func fault(ofRequestLine line: UnsafeBufferPointer<UInt8>) -> Refusal? {
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

  private mutating func fault(ofHeader line: UnsafeBufferPointer<UInt8>) -> Refusal? {
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

/// The value of a `Content-Length`: decimal digits, and blanks around them (RFC 9110, 8.6).
struct ContentLength {
  /// The length; `Int.max` for any that is larger.
  let bytes: Int

  /// The length that a value writes; nil where it writes none.
  init?(_ value: UnsafeBufferPointer<UInt8>) {
    var digits = value[...]
    while let first = digits.first, first == 0x20 || first == 0x09 { digits.removeFirst() }
    while let last = digits.last, last == 0x20 || last == 0x09 { digits.removeLast() }
    guard !digits.isEmpty else { return nil }
    var (number, isHuge) = (0, false)
    // Digits go on being looked at: what has too many is too large, and what has others is malformed.
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

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes spell `name`, which is as long, in any case.
  func isSpelled(_ name: StaticString) -> Bool {
    guard let mine = baseAddress else { return false }
    return strncasecmp(
      UnsafeRawPointer(mine).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), count) == 0
  }
}
