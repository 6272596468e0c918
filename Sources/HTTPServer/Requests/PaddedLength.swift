import Platform

/// Blanks behind the digits of a `Content-Length`, which belong to no value (RFC 9110, 5.5).
///
/// libmicrohttpd 0.9 takes them for a part of the value and refuses the request; it skips blanks before the digits. So they are moved
/// there, within the line, before the library reads the headers. The line has the same length and says the same.
enum PaddedLength {
  /// The bytes of a version and of the end of its line, which libmicrohttpd has cleared.
  private static let versionLength = 8 + 2
  private static let name = Array("content-length".utf8)

  /// Moves the blanks of the first `Content-Length` behind a target; returns true if there were any.
  ///
  /// - Parameters:
  ///   - target: The target of `count` bytes in libmicrohttpd's writable buffer, in front of the version and of the headers as they came.
  ///   - limit: The bytes behind the target that are looked at. They lie in the connection's memory, and a whole head ends within them.
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

  /// Moves the blanks at the end of a value of blanks, digits and blanks to its beginning.
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
