/// What the headers of a request say, and whether they leave it in no doubt where the request ends.
struct RequestHead {
  /// All headers.
  let headers: Headers
  /// The length announced for the body, 0 where none is; `Int.max` for any that is larger.
  let contentLength: Int
  /// The client's name for the request, if it is acceptable.
  let identifier: String?
  /// Why the request is refused.
  let refusal: Refusal?

  /// Reads the headers of the request that `connection` is on; together with the request line they may be `limit`
  /// bytes long.
  init(_ connection: OpaquePointer, size: Int, limit: Int, isOldVersion: Bool) {
    var scan = HeaderScan()
    let bytes = scan.copyAll(connection, size: size)
    headers = Headers(encoded: bytes, lengths: scan.lengths)
    contentLength = scan.contentLength.map(RequestHead.number) ?? 0
    identifier = scan.identifier.map { String(decoding: $0, as: UTF8.self) }
    refusal = size > limit ? .headersTooLarge(limit: limit) : RequestHead.judge(scan, isOldVersion: isOldVersion)
  }

  /// The library has refused all that is not a number.
  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
    var number = 0
    for digit in digits {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = product.addingReportingOverflow(Int(digit &- 0x30))
      if isTooLarge || isSumTooLarge { return .max }
      number = sum
    }
    return number
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
