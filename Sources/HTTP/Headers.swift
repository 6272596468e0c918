/// The headers of a request, in order, in one run of bytes: a request costs one allocation for all of them, and a
/// look-up walks a few hundred bytes.
package struct Headers: Sendable {
  /// For each header: the length of the name, the length of the value (four bytes each), the name, the value.
  private var bytes: [UInt8] = []

  /// No headers, with room for about `capacity` bytes.
  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Headers of these names and values.
  package init(_ pairs: [(String, String)] = []) {
    for (name, value) in pairs {
      var (name, value) = (name, value)
      name.withUTF8 { name in value.withUTF8 { value in append(name, value) } }
    }
  }

  /// Appends one header.
  mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    appendLength(name.count)
    appendLength(value.count)
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: value)
  }

  private mutating func appendLength(_ length: Int) {
    let length = UInt32(truncatingIfNeeded: length)
    bytes.append(UInt8(truncatingIfNeeded: length))
    bytes.append(UInt8(truncatingIfNeeded: length >> 8))
    bytes.append(UInt8(truncatingIfNeeded: length >> 16))
    bytes.append(UInt8(truncatingIfNeeded: length >> 24))
  }

  /// The value of the first header of this name, in any case; bytes that are not UTF-8 are replaced.
  package func first(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { bytes in
        var position = 0
        while position < bytes.count {
          let (nameLength, valueLength) = Headers.lengths(bytes, position)
          let start = position + 8
          position = start + nameLength + valueLength
          if nameLength == wanted.count && Headers.equal(bytes, start, wanted) {
            let value = UnsafeBufferPointer(rebasing: bytes[(start + nameLength)..<position])
            return String(decoding: value, as: UTF8.self)
          }
        }
        return nil
      }
    }
  }

  /// Every header in order.
  package var all: [(name: String, value: String)] {
    bytes.withUnsafeBufferPointer { bytes in
      var all: [(name: String, value: String)] = []
      var position = 0
      while position < bytes.count {
        let (nameLength, valueLength) = Headers.lengths(bytes, position)
        let value = position + 8 + nameLength
        all.append(
          (
            String(decoding: bytes[(position + 8)..<value], as: UTF8.self),
            String(decoding: bytes[value..<(value + valueLength)], as: UTF8.self)
          ))
        position = value + valueLength
      }
      return all
    }
  }

  private static func lengths(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> (Int, Int) {
    func length(_ at: Int) -> Int {
      Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16 | Int(bytes[at + 3]) << 24
    }
    return (length(position), length(position + 4))
  }

  private static func equal(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ wanted: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for index in 0..<wanted.count where bytes[start + index].lowercased != wanted[index].lowercased { return false }
    return true
  }
}
