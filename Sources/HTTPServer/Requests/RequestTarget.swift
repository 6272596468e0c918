import JSON

/// The parts of a request target: the percent-encoded path and the decoded query.
struct RequestTarget {
  let path: String
  /// The bytes of the path, in the memory of the target.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The decoded names and values in order. A name without an equals sign has an empty value.
  let query: [(name: String, value: String)]
  /// The reason to reject the target; nil for a valid target. With a fault, `query` is empty.
  let fault: TargetFault?

  /// Parses a target.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var fault: TargetFault?
    let end = bytes.position(of: UInt8(ascii: "?")) ?? bytes.count
    if bytes.hasUnprintable, let byte = RequestTarget.unsendable(bytes, queryFrom: end) { fault = .rawByte(byte) }
    var path = UnsafeBufferPointer(rebasing: bytes[..<end])
    let isAsterisk = bytes.count == 1 && bytes[0] == UInt8(ascii: "*")
    if path.first != UInt8(ascii: "/") && !isAsterisk {
      if let rest = RequestTarget.pathOfAbsoluteForm(path) { path = rest } else { fault = fault ?? .notAPath }
    }
    var query: [(name: String, value: String)] = []
    if fault == nil {
      do throws(TargetFault) {
        if path.position(of: UInt8(ascii: "%")) != nil { _ = try PercentEncoding.decode(path) }
        if end < bytes.count { query = try RequestTarget.query(UnsafeBufferPointer(rebasing: bytes[(end + 1)...])) }
      } catch {
        fault = error
      }
    }
    self.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    self.bytes = path
    self.query = query
    self.fault = fault
  }

  /// Returns the first byte that must be percent-encoded; nil if absent. UTF-8 is allowed in the
  /// query, because clients such as curl send typed text unencoded (`?q=альфа`).
  private static func unsendable(_ bytes: UnsafeBufferPointer<UInt8>, queryFrom end: Int) -> UInt8? {
    for (place, byte) in bytes.enumerated() where byte <= 0x20 || byte == 0x7F || (byte > 0x7F && place < end) {
      return byte
    }
    return nil
  }

  /// Returns the path of `http://authority/path`, the absolute form of a target (RFC 9112, 3.2.2).
  /// Returns nil for another form, and an empty path if the authority ends the target.
  private static func pathOfAbsoluteForm(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    for scheme in ["http://", "https://"] where bytes.count > scheme.utf8.count {
      guard zip(bytes, scheme.utf8).allSatisfy({ $0.lowercased == $1 }) else { continue }
      let authority = scheme.utf8.count
      let slash = bytes[authority...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
      return slash == authority ? nil : UnsafeBufferPointer(rebasing: bytes[slash...])
    }
    return nil
  }

  /// Returns the name-value pairs of a query. Empty pairs are skipped.
  private static func query(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(TargetFault) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      if end > start {
        let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
        let name = try PercentEncoding.decode(UnsafeBufferPointer(rebasing: bytes[start..<(equals ?? end)]), plus: true)
        let value =
          if let equals {
            try PercentEncoding.decode(UnsafeBufferPointer(rebasing: bytes[(equals + 1)..<end]), plus: true)
          } else { "" }
        pairs.append((name, value))
      }
      start = end + 1
    }
    return pairs
  }
}

/// Percent-encoding of UTF-8 text (RFC 3986, 2.1).
enum PercentEncoding {
  /// Returns the decoded text. If `plus` is true, a plus sign is a space, as in form-encoded
  /// queries.
  ///
  /// - Throws: `TargetFault`:
  ///   - `.badPercentEncoding` if a percent sign is not followed by two hexadecimal digits
  ///   - `.notUTF8` if the decoded bytes are not UTF-8
  ///   - `.nul` if U+0000 is percent-encoded
  ///   - `.combiningRun` if the text contains too many consecutive combining marks
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, plus: Bool = false) throws(TargetFault) -> String {
    let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || (plus && $0 == UInt8(ascii: "+")) }
    // ASCII is valid UTF-8 and needs no validation.
    if isPlain && !bytes.hasNonASCII { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    if !isPlain {
      decoded.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if plus && byte == UInt8(ascii: "+") {
          decoded.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: "%") {
          guard index + 1 < bytes.count,
            let high = bytes[index].hexadecimalValue, let low = bytes[index + 1].hexadecimalValue
          else { throw .badPercentEncoding }
          guard high | low != 0 else { throw .nul }
          decoded.append(high << 4 | low)
          index += 2
        } else {
          decoded.append(byte)
        }
      }
    }
    let text = isPlain ? String(validating: bytes, as: UTF8.self) : String(validating: decoded, as: UTF8.self)
    guard let text else { throw .notUTF8 }
    let run = isPlain ? CombiningRuns.excess(in: bytes) : CombiningRuns.excess(in: decoded)
    guard run == nil else { throw .combiningRun(limit: CombiningRuns.longest) }
    return text
  }
}
