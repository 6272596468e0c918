/// The headers of a request, in order, in one run of bytes: a request costs one allocation for all of them, and a
/// look-up walks a few hundred bytes.
package struct Headers: Sendable {
  /// For each header: the length of the name, the length of the value (four bytes each), the name, the value.
  private let bytes: [UInt8]
  /// A bit for the length of every name: most names that are asked for are not there, and none is as long.
  private let lengths: UInt64

  /// Headers of these names and values.
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

  /// Headers that were written by `write`, one behind the other, with the marks of their names' lengths.
  init(encoded bytes: [UInt8], lengths: UInt64) { (self.bytes, self.lengths) = (bytes, lengths) }

  /// The bit that stands for a name's length.
  static func mark(_ length: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: length) }

  /// The bytes that a header takes beside its name and value.
  static let prefix = 8

  /// Writes one header to memory that has room for it.
  static func write(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, to memory: UnsafeMutableRawPointer
  ) {
    memory.storeBytes(of: UInt32(name.count), as: UInt32.self)
    memory.storeBytes(of: UInt32(value.count), toByteOffset: 4, as: UInt32.self)
    if let start = name.baseAddress { (memory + prefix).copyMemory(from: start, byteCount: name.count) }
    if let start = value.baseAddress { (memory + prefix + name.count).copyMemory(from: start, byteCount: value.count) }
  }

  /// The value of the first header of this name, in any case; bytes that are not UTF-8 are replaced.
  package func first(_ name: StaticString) -> String? { value(of: name).map { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of the value of the first header of this name, in any case. Names are texts of the program: a request
  /// is asked for half a dozen.
  package func value(of name: StaticString) -> ArraySlice<UInt8>? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    guard lengths & Headers.mark(wanted.count) != 0 else { return nil }
    var found: Range<Int>?
    walk { bytes, name, value in
      guard name.count == wanted.count else { return true }
      for index in 0..<wanted.count where bytes[name.lowerBound + index].lowercased != wanted[index].lowercased {
        return true
      }
      found = value
      return false
    }
    return found.map { bytes[$0] }
  }

  /// Every header in order.
  package var all: [(name: String, value: String)] {
    var all: [(name: String, value: String)] = []
    walk { bytes, name, value in
      all.append((String(decoding: bytes[name], as: UTF8.self), String(decoding: bytes[value], as: UTF8.self)))
      return true
    }
    return all
  }

  /// Calls `visit` with the bytes and the places of name and value of each header until it answers false.
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
