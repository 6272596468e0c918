/// A text that is assembled in temporary memory and appended to an array with one call.
///
/// Traps if a piece exceeds the reserved size.
package struct PackedText: ~Copyable {
  @usableFromInline let start: UnsafeMutablePointer<UInt8>
  @usableFromInline let room: Int
  /// The number of bytes so far.
  @usableFromInline var count = 0

  /// Creates an empty text in `memory`.
  init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = memory.baseAddress else { preconditionFailure("a text without memory") }
    (self.start, room) = (start, memory.count)
  }

  /// Appends a string literal.
  @inlinable @inline(__always)
  package mutating func put(literal piece: StaticString) { copy(piece.utf8Start, piece.utf8CodeUnitCount) }

  package mutating func put(_ piece: String) {
    let isPut: Void? = piece.utf8.withContiguousStorageIfAvailable { units in
      if let first = units.baseAddress { copy(first, units.count) }
    }
    if isPut == nil { for unit in piece.utf8 { put(byte: unit) } }
  }

  package mutating func put(bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { copy(first, bytes.count) }
    }
  }

  @inlinable @inline(__always)
  package mutating func put(byte: UInt8) {
    precondition(count < room, "a piece has no room")
    start[count] = byte
    count &+= 1
  }

  /// Appends an integer in decimal digits.
  package mutating func put(digitsOf number: UInt64) {
    var (length, rest) = (1, number)
    while rest >= 10 { (length, rest) = (length &+ 1, rest / 10) }
    precondition(length <= room - count, "a piece has no room")
    rest = number
    for place in stride(from: count &+ length &- 1, through: count, by: -1) {
      start[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= length
  }

  @inlinable @inline(__always)
  mutating func copy(_ first: UnsafePointer<UInt8>, _ length: Int) {
    precondition(length <= room &- count, "a piece has no room")
    (start + count).update(from: first, count: length)
    count &+= length
  }
}

extension [UInt8] {
  /// Appends the text that `pieces` assembles, of at most `size` bytes.
  package mutating func append(upTo size: Int, _ pieces: (inout PackedText) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Swift.max(size, 1)) { memory in
      var text = PackedText(memory)
      pieces(&text)
      append(contentsOf: UnsafeBufferPointer(start: text.start, count: text.count))
    }
  }
}
