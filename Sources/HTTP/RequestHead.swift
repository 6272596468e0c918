import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the headers of a request say, and whether they leave it in no doubt where the request ends.
struct RequestHead {
  /// All headers.
  let headers: Headers
  /// The length announced for the body, 0 where none is; `Int.max` for any that is larger.
  let contentLength: Int
  /// Whether the body comes in chunks.
  let isChunked: Bool
  /// The client's name for the request, if it is acceptable.
  let identifier: String?
  /// Why the request is refused.
  let refusal: Refusal?

  /// Reads the head of the request that `connection` is on, whose target lay at `target`; request line and headers
  /// together may be `limit` bytes long.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, target: Range<UInt>, version: UnsafePointer<CChar>,
    limit: Int
  ) {
    let size = valence_MHD_header_size(connection)
    // The library holds the head in one piece, and has put NULs in the places of what delimits it.
    let lines = UnsafeRawPointer(version) + RequestHead.versionLength + 2
    var scan = HeaderScan(from: lines)
    let bytes = scan.copyAll(connection, until: UnsafeRawPointer(method) + size)
    headers = Headers(encoded: bytes, lengths: scan.lengths)
    contentLength = scan.contentLength.flatMap { ContentLength($0)?.bytes } ?? 0
    isChunked = scan.transferEncoding != nil
    identifier = scan.identifier.map { String(decoding: $0, as: UTF8.self) }
    // The library takes HTTP/1.x alone.
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

  /// The library takes no version of another length.
  private static let versionLength = 8

  /// Whether one blank stands between method, target and version, and no NUL in them: the library skips further blanks,
  /// and gives each part up to its first NUL.
  private static func isWellFormed(
    _ method: UnsafePointer<CChar>, _ target: Range<UInt>, _ version: UnsafePointer<CChar>
  ) -> Bool {
    UInt(bitPattern: method) + UInt(strlen(method)) + 1 == target.lowerBound
      && target.upperBound + 1 == UInt(bitPattern: version)
  }

  /// The headers of a request that the library refuses for its `Content-Length`, and why.
  static func refusedByLibrary(_ connection: OpaquePointer, bodyLimit: Int) -> (headers: Headers, refusal: Refusal) {
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
    let isNumber = headers.value(of: "Content-Length")?.withUnsafeBufferPointer { ContentLength($0) != nil } ?? false
    return (headers, isNumber ? .bodyTooLarge(limit: bodyLimit) : .badFraming(.badContentLength))
  }

  private static func judge(_ scan: HeaderScan, isOldVersion: Bool) -> Refusal? {
    if let fault = scan.fault { return .badFraming(fault) }
    if let transferEncoding = scan.transferEncoding {
      if scan.contentLength != nil { return .badFraming(.lengthAndTransferEncoding) }
      if isOldVersion { return .badFraming(.transferEncodingInOldVersion) }
      // The library takes "chunked" in any case, alone; on anything else it reads until the connection ends.
      let name = String(decoding: transferEncoding, as: UTF8.self)
      if name.lowercased() != "chunked" { return .unsupportedTransferEncoding(name) }
    }
    if scan.hosts == 0 && !isOldVersion { return .badFraming(.missingHost) }
    if scan.hosts > 1 { return .badFraming(.repeatedHost) }
    return nil
  }
}
