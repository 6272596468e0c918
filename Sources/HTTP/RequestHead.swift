import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The headers of a request as libmicrohttpd hands them over, in one pass: all of them copied, and those kept apart
/// that say how the request is delimited.
struct RequestHead {
  /// All headers.
  private(set) var headers: Headers
  /// The length announced for the body, if one was; `Int.max` for any that is larger.
  private(set) var contentLength: Int?
  /// The client's name for the request, if it is acceptable.
  private(set) var identifier: String?
  /// Why the request is refused.
  private(set) var refusal: Refusal?

  private var transferEncoding: String?
  private var hosts = 0

  /// Reads the headers of the request that `connection` is on.
  init(_ connection: OpaquePointer, isOldVersion: Bool, limit: Int) {
    let size = valence_MHD_header_size(connection)
    headers = Headers(capacity: size + 128)
    _ = withUnsafeMutablePointer(to: &self) { head in
      MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameLength, value, valueLength in
          guard let head = context?.assumingMemoryBound(to: RequestHead.self), let name else { return .YES }
          head.pointee.take(name, nameLength, value, valueLength)
          return .YES
        }, head)
    }
    if size > limit { refusal = .headersTooLarge(limit: limit) }
    judge(isOldVersion: isOldVersion)
  }

  /// The size of a chunked body is not known beforehand.
  var isChunked: Bool { transferEncoding != nil }

  private mutating func take(
    _ name: UnsafePointer<CChar>, _ nameLength: Int, _ value: UnsafePointer<CChar>?, _ valueLength: Int
  ) {
    let name = UnsafeBufferPointer(start: UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), count: nameLength)
    var value = UnsafeBufferPointer(
      start: value.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: valueLength)
    while let last = value.last, last == 0x20 || last == 0x09 {
      value = UnsafeBufferPointer(rebasing: value.dropLast())
    }
    headers.append(name, value)

    if name.isEmpty || !name.allSatisfy(\.isTokenCharacter) { refuse(.badHeaderName) }
    // libmicrohttpd cuts lines up in place: a value lies behind its name. The library writes the continuation of a
    // folded header over the end of the name, or moves the name behind the value: both show in the addresses.
    if let names = name.baseAddress, let values = value.baseAddress, values <= names + nameLength {
      refuse(.foldedHeader)
    }
    switch nameLength {
    case 4 where name.isSpelled("host"):
      hosts += 1
    case 12 where name.isSpelled("x-request-id"):
      if identifier == nil && RequestIdentifier.isAcceptable(value) {
        identifier = String(decoding: value, as: UTF8.self)
      }
    case 14 where name.isSpelled("content-length"):
      if contentLength != nil { refuse(.repeatedContentLength) }
      contentLength = Int(String(decoding: value, as: UTF8.self)) ?? .max
    case 17 where name.isSpelled("transfer-encoding"):
      if transferEncoding != nil { refuse(.repeatedTransferEncoding) }
      transferEncoding = String(decoding: value, as: UTF8.self)
    default:
      break
    }
  }

  private mutating func refuse(_ fault: FramingFault) {
    if refusal == nil { refusal = .badFraming(fault) }
  }

  private mutating func judge(isOldVersion: Bool) {
    if let transferEncoding {
      if contentLength != nil { refuse(.lengthAndTransferEncoding) }
      if isOldVersion { refuse(.transferEncodingInOldVersion) }
      // The library takes "chunked" in any case, alone; on anything else it reads until the connection ends.
      if refusal == nil && transferEncoding.lowercased() != "chunked" {
        refusal = .unsupportedTransferEncoding(transferEncoding)
      }
    }
    if hosts == 0 && !isOldVersion { refuse(.missingHost) }
    if hosts > 1 { refuse(.repeatedHost) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes spell `name`, which is in small letters, in any case.
  fileprivate func isSpelled(_ name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index].lowercased != name.utf8Start[index] { return false }
    return true
  }
}
