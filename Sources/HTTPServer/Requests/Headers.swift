/// The headers of a request in order, encoded in one array of bytes.
package struct Headers: Sendable {
  /// For each header: the lengths of name and value (four bytes each), the name and the value.
  private let bytes: [UInt8]
  /// One bit for each name length modulo 64. If the bit of a name is not set, a lookup returns nil
  /// without a scan.
  private let lengths: UInt64

  package init(_ pairs: [(String, String)] = []) {
    var (bytes, lengths): ([UInt8], UInt64) = ([], 0)
    for (name, value) in pairs {
      lengths |= Headers.mark(name.utf8.count)
      withUnsafeBytes(of: UInt32(name.utf8.count)) { bytes += $0 }
      withUnsafeBytes(of: UInt32(value.utf8.count)) { bytes += $0 }
      bytes += name.utf8
      bytes += value.utf8
    }
    (self.bytes, self.lengths) = (bytes, lengths)
  }

  /// Creates headers from bytes that `write` encoded, with the bits of their name lengths.
  init(encoded bytes: [UInt8], lengths: UInt64) { (self.bytes, self.lengths) = (bytes, lengths) }

  /// Returns the bit for a name length, modulo 64.
  static func mark(_ length: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: length) }

  /// Size of the two length fields before each name, in bytes.
  static let prefix = 8

  /// Encodes one header into `memory`, which must have enough space.
  static func write(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, to memory: UnsafeMutableRawPointer
  ) {
    memory.storeBytes(of: UInt32(name.count), as: UInt32.self)
    memory.storeBytes(of: UInt32(value.count), toByteOffset: 4, as: UInt32.self)
    if let start = name.baseAddress { (memory + prefix).copyMemory(from: start, byteCount: name.count) }
    if let start = value.baseAddress { (memory + prefix + name.count).copyMemory(from: start, byteCount: value.count) }
  }

  /// Returns the value of the first header with this name (case-insensitive); nil if it is absent.
  /// Invalid UTF-8 is replaced.
  package func first(_ name: StaticString) -> String? { value(of: name).map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the bytes of the value of the first header with this name (case-insensitive); nil if
  /// it is absent.
  package func value(of literal: StaticString) -> ArraySlice<UInt8>? {
    let wanted = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    guard lengths & Headers.mark(wanted.count) != 0 else { return nil }
    var found: Range<Int>?
    walk { bytes, name, value in
      guard name.count == wanted.count, UnsafeBufferPointer(rebasing: bytes[name]).isSpelled(literal) else {
        return true
      }
      found = value
      return false
    }
    return found.map { bytes[$0] }
  }

  /// Returns the values of all headers with this name (case-insensitive), joined by commas (RFC
  /// 9110, 5.3); nil if it is absent.
  package func list(_ name: StaticString) -> String? {
    guard let first = first(name) else { return nil }
    let wanted = name.description.lowercased()
    let values = all.filter { $0.name.lowercased() == wanted }.map(\.value)
    return values.count > 1 ? values.joined(separator: ", ") : first
  }

  package var all: [(name: String, value: String)] {
    var all: [(name: String, value: String)] = []
    walk { bytes, name, value in
      all.append((String(decoding: bytes[name], as: UTF8.self), String(decoding: bytes[value], as: UTF8.self)))
      return true
    }
    return all
  }

  /// Calls `visit` with the encoded bytes and the ranges of each name and value until it returns
  /// false.
  @inline(__always)
  private func walk(_ visit: (UnsafeBufferPointer<UInt8>, Range<Int>, Range<Int>) -> Bool) {
    bytes.withUnsafeBytes { bytes in
      let texts = bytes.assumingMemoryBound(to: UInt8.self)
      var position = 0
      while position < bytes.count {
        let nameLength = Int(bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
        let valueLength = Int(bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self))
        let name = position + Headers.prefix
        let value = name + nameLength
        position = value + valueLength
        if !visit(texts, name..<value, value..<position) { return }
      }
    }
  }
}
