import Platform

/// Whitespace after the digits of a `Content-Length`, which is not part of the value (RFC 9110,
/// 5.5).
///
/// libmicrohttpd 0.9 treats it as part of the value and rejects the request, but it skips
/// whitespace before the digits. The trailing whitespace is therefore moved before the digits,
/// before the library parses the headers. The length of the line and its meaning do not change.
enum PaddedLength {
  /// Size of a version and its line end in bytes.
  private static let versionLength = 8 + 2
  private static let name = Array("content-length".utf8)

  /// Moves the trailing whitespace of the first `Content-Length` after `target`. Returns true if
  /// there was any.
  ///
  /// - Parameters:
  ///   - target: The target of `count` bytes in libmicrohttpd's writable buffer. The version and
  ///     the unparsed headers follow it.
  ///   - limit: The number of bytes from the start of the target to search. They are in the
  ///     connection's memory and contain the complete head.
  static func move(after target: UnsafePointer<CChar>, count: Int, within limit: Int) -> Bool {
    let start = count + 1 + versionLength
    guard limit > start else { return false }
    let bytes = UnsafeMutableRawPointer(mutating: target).assumingMemoryBound(to: UInt8.self)
    var rest = UnsafeMutableBufferPointer(start: bytes + start, count: limit - start)
    while let end = rest.firstIndex(of: 0x0A), end > 1, rest[end - 1] == 0x0D {
      let line = UnsafeMutableBufferPointer(rebasing: rest[..<(end - 1)])
      if isLength(line) { return shift(UnsafeMutableBufferPointer(rebasing: line[(name.count + 1)...])) }
      rest = UnsafeMutableBufferPointer(rebasing: rest[(end + 1)...])
    }
    return false
  }

  private static func isLength(_ line: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    line.count > name.count && line[name.count] == 0x3A && zip(line, name).allSatisfy { $0 | 0x20 == $1 }
  }

  /// Moves trailing whitespace to the start of a value of digits and surrounding whitespace.
  /// Returns false for any other value.
  private static func shift(_ value: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = value.firstIndex(where: { !isBlank($0) }), let last = value.lastIndex(where: { !isBlank($0) }),
      last < value.count - 1, value[first...last].allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    let shift = value.count - 1 - last
    for place in (first...last).reversed() { value[place + shift] = value[place] }
    for place in first..<min(first + shift, last + 1) { value[place] = 0x20 }
    return true
  }
}
