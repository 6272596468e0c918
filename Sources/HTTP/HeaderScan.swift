import CMicroHTTPD
import JSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One pass over the headers of a request as libmicrohttpd holds them: all are copied into one run of bytes, and those
/// are noted that say how the request is delimited and what it is called. It holds nothing but numbers and places in
/// the library's memory, so that a header costs no reference counting.
struct HeaderScan {
  /// Bytes in the library's memory, which stay until the request is answered.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The first `Content-Length`.
  private(set) var contentLength: Bytes?
  /// The first `Transfer-Encoding`.
  private(set) var transferEncoding: Bytes?
  /// The first acceptable `X-Request-Id`.
  private(set) var identifier: Bytes?
  /// How many `Host` headers there are.
  private(set) var hosts = 0
  /// The first fault found.
  private(set) var fault: FramingFault?

  /// The marks of the names' lengths.
  private(set) var lengths: UInt64 = 0

  /// A bit for each header that was seen of those that say one thing.
  private var seen: UInt8 = 0

  private var cursor: UnsafeMutableRawPointer?
  private var room = 0
  /// Where the next line must begin, if every line before ended as it should.
  private var next: UnsafeRawPointer

  /// A scan of the lines from `start` on, which is behind the request line.
  init(from start: UnsafeRawPointer) { next = start }

  /// Copies the headers of the request that `connection` is on, whose lines end at `end`, in the form of `Headers`.
  mutating func copyAll(_ connection: OpaquePointer, until end: UnsafeRawPointer) -> [UInt8] {
    let lines = UnsafeRawBufferPointer(start: next, count: max(0, end - next))
    let count = Int(MHD_get_connection_values_n(connection, .HEADER_KIND, nil, nil))
    let capacity = lines.count + count * Headers.prefix
    defer {
      // The empty line ends the head.
      if next + 2 != end { refuse(next + 2 > end ? .bareLineFeed : .nul) }
      if lines.hasBareControls { refuse(.controlCharacter) }
      let texts = lines.bindMemory(to: UInt8.self)
      if texts.hasNonASCII, CombiningRuns.excess(in: texts) != nil {
        refuse(.combiningRun(limit: CombiningRuns.longest))
      }
    }
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, used in
      cursor = UnsafeMutableRawPointer(buffer.baseAddress)
      room = capacity
      MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameLength, value, valueLength in
          guard let scan = context?.assumingMemoryBound(to: HeaderScan.self) else { return .NO }
          scan.pointee.take(HeaderScan.bytes(name, nameLength), HeaderScan.bytes(value, valueLength))
          return .YES
        }, &self)
      used = capacity - room
    }
  }

  private static func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> Bytes {
    Bytes(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
  }

  private mutating func take(_ name: Bytes, _ untrimmed: Bytes) {
    var length = untrimmed.count
    while length > 0, untrimmed[length - 1] == 0x20 || untrimmed[length - 1] == 0x09 { length -= 1 }
    let value = Bytes(start: untrimmed.baseAddress, count: length)

    // libmicrohttpd cuts lines up in place: a value lies behind its name. It writes the continuation of a folded
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

  /// Notes a header that says one thing: of two, another reader might take the other.
  private mutating func once(_ bit: UInt8) {
    if seen & (1 << bit) != 0 { refuse(.repeatedHeader) }
    seen |= 1 << bit
  }

  /// Looks at how the line before ended, and notes where the next one must begin. The library takes a line feed alone for
  /// the end of a line, and gives a value only up to its first NUL; it says neither, but has put one NUL in the place of
  /// each byte of a line's end: the next name lies two bytes behind a value, one behind a bare line feed, and more where
  /// something was left out.
  private mutating func followUp(_ name: Bytes, _ value: Bytes) {
    guard let nameStart = name.baseAddress, let valueStart = value.baseAddress else { return }
    if UnsafeRawPointer(nameStart) != next { refuse(UnsafeRawPointer(nameStart) < next ? .bareLineFeed : .nul) }
    next = UnsafeRawPointer(valueStart) + value.count + 2
  }

  /// False when there is no room: names and values are longer than the lines that they came from, as only the
  /// library's handling of folded ones makes them.
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
