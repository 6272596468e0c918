/// A text whose pieces are put together on the stack. Each costs a copy of its bytes and no more: there is one append
/// for all of them.
///
///     var line: [UInt8] = []
///     line.append(upTo: 32) { text in
///       text.put(literal: " status=")
///       text.put(digitsOf: 200)
///     }
///
/// A piece for which there is no room is a fault of the program, and traps.
package struct PackedText: ~Copyable {
  @usableFromInline let start: UnsafeMutablePointer<UInt8>
  @usableFromInline let room: Int
  /// Bytes so far.
  @usableFromInline var count = 0

  /// Creates an empty text in that memory.
  init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = memory.baseAddress else { preconditionFailure("a text without memory") }
    (self.start, room) = (start, memory.count)
  }

  /// Puts a literal of the program at the end.
  @inlinable @inline(__always)
  package mutating func put(literal piece: StaticString) { copy(piece.utf8Start, piece.utf8CodeUnitCount) }

  /// Puts a text at the end.
  package mutating func put(_ piece: String) {
    let isPut: Void? = piece.utf8.withContiguousStorageIfAvailable { units in
      if let first = units.baseAddress { copy(first, units.count) }
    }
    if isPut == nil { for unit in piece.utf8 { put(byte: unit) } }
  }

  /// Puts bytes at the end.
  package mutating func put(bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { copy(first, bytes.count) }
    }
  }

  /// Puts one byte at the end.
  @inlinable @inline(__always)
  package mutating func put(byte: UInt8) {
    precondition(count < room, "a piece has no room")
    start[count] = byte
    count &+= 1
  }

  /// Puts a whole number at the end, in decimal digits.
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
  /// Appends the text that `pieces` puts together, of at most `size` bytes.
  package mutating func append(upTo size: Int, _ pieces: (inout PackedText) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Swift.max(size, 1)) { memory in
      var text = PackedText(memory)
      pieces(&text)
      append(contentsOf: UnsafeBufferPointer(start: text.start, count: text.count))
    }
  }
}
