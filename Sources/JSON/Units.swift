// Text operations on UTF-8 bytes in contiguous storage.
extension [UInt8] {
  package mutating func append(units text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(contentsOf: $0) }
    if isDone == nil { append(contentsOf: text.utf8) }
  }

  package mutating func append(units text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends the UTF-8 of a text that needs no JSON escapes.
  ///
  /// Returns false and appends nothing if a character must be escaped or the storage of the text is
  /// not contiguous.
  mutating func append(plainUnits text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { units in
      guard units.needNoEscapes else { return false }
      append(contentsOf: units)
      return true
    } ?? false
  }

  /// Returns the end of the run of plain ASCII that starts at `start`.
  ///
  /// The run ends at a quote, a backslash, a control character, a byte above 127, or the end of the
  /// array. Reads eight bytes at a time.
  @inline(__always)
  func plainRun(from start: Int) -> Int {
    withUnsafeBytes { bytes in
      var place = start
      while place &+ 8 <= bytes.count {
        let found = Self.marks(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
        place &+= 8
      }
      while place < bytes.count {
        let byte = bytes[place]
        if byte &- 0x20 >= 0x60 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
        place &+= 1
      }
      return place
    }
  }

  /// A 64-bit hash of the bytes, equal in all processes of this release. It does not resist
  /// deliberate collisions.
  ///
  /// Each block of sixteen bytes is combined with the previous hash by a 128-bit multiplication,
  /// whose halves are combined by XOR.
  package var fingerprint: UInt64 {
    withUnsafeBytes { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      var place = 0
      func mix(_ first: UInt64, _ second: UInt64) {
        let product = (first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: second ^ hash)
        hash = product.high ^ product.low
      }
      while place &+ 16 <= bytes.count {
        mix(
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place &+ 8, as: UInt64.self)))
        place &+= 16
      }
      var (first, second): (UInt64, UInt64) = (0, 0)
      while place < bytes.count {
        (first, second) = (first << 8 | second >> 56, second << 8 | UInt64(bytes[place]))
        place &+= 1
      }
      mix(first, second)
      mix(UInt64(bytes.count), 0xD6E8_FEB8_6659_FD93)
      return hash
    }
  }

  /// Returns true if the next eight bytes are spaces.
  @inline(__always)
  func hasEightSpaces(at start: Int) -> Bool { word(at: start) == 0x2020_2020_2020_2020 }

  /// Returns the eight bytes at `start` in little-endian order; nil if fewer remain.
  @inline(__always)
  private func word(at start: Int) -> UInt64? {
    guard start &+ 8 <= count else { return nil }
    return withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
  }

  /// Returns a word whose lowest set high bit marks the first of eight bytes that ends a plain run.
  ///
  /// Higher bits can be wrong, because a carry can mark bytes after a marked byte.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    return (word | (word &- ones &* 0x20) | (quotes &- ones) | (slashes &- ones)) & (ones &* 0x80)
  }

  /// Returns true if the bytes at `start` are the UTF-8 of `text`. At least that many bytes must
  /// follow `start`.
  func hasUnits(of text: String, at start: Int) -> Bool {
    let isSame = text.utf8.withContiguousStorageIfAvailable { units in
      precondition(start &+ units.count <= count)
      return withUnsafeBufferPointer { $0.has(units, at: start) }
    }
    return isSame ?? self[start..<start + text.utf8.count].elementsEqual(text.utf8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if the bytes at `start` are equal to `units`. At least that many bytes must
  /// follow `start`.
  @inline(__always)
  func has(_ units: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for place in 0..<units.count where self[start &+ place] != units[place] { return false }
    return true
  }

  /// True if no byte must be escaped in JSON: no quotes, backslashes or control characters.
  ///
  /// Reads eight bytes at a time. The last eight can overlap the previous ones.
  var needNoEscapes: Bool {
    guard count >= 8 else {
      var found: UInt8 = 0
      for unit in self { found |= (unit < 0x20 ? 1 : 0) | (unit == 0x22 ? 1 : 0) | (unit == 0x5C ? 1 : 0) }
      return found == 0
    }
    let bytes = UnsafeRawBufferPointer(self)
    var found: UInt64 = 0
    var place = 0
    while place &+ 8 <= count {
      found |= Self.escaped(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place &+= 8
    }
    if place < count { found |= Self.escaped(bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)) }
    return found == 0
  }

  /// The number of Unicode scalars in these bytes, which must be UTF-8; nil if they contain an
  /// ASCII control character.
  ///
  /// Reads eight bytes at a time.
  var countOfScalarsWithoutControls: Int? {
    let (bytes, ones) = (UnsafeRawBufferPointer(self), 0x0101_0101_0101_0101 as UInt64)
    var (controls, continuing, place) = (0 as UInt64, 0, 0)
    while place &+ 8 <= count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let deletes = word ^ (ones &* 0x7F)
      controls |= (word &- ones &* 0x20) & ~word | (deletes &- ones) & ~deletes
      // In a continuation byte, the highest bit is set and the next bit is not.
      continuing &+= (word &>> 7 & ~(word &>> 6) & ones).nonzeroBitCount
      place &+= 8
    }
    var hasControl = controls & (ones &* 0x80) != 0
    while place < count {
      let byte = self[place]
      hasControl = hasControl || byte < 0x20 || byte == 0x7F
      if byte & 0xC0 == 0x80 { continuing &+= 1 }
      place &+= 1
    }
    return hasControl ? nil : count &- continuing
  }

  /// Returns zero if none of eight bytes needs an escape; otherwise a nonzero word.
  @inline(__always)
  private static func escaped(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes) & (ones &* 0x80)
  }
}

extension ArraySlice<UInt8> {
  /// Returns true if the bytes are equal to an ASCII literal.
  package func areUnits(of text: StaticString) -> Bool {
    text.withUTF8Buffer { units in
      guard units.count == count else { return false }
      return withUnsafeBufferPointer { bytes in
        for place in 0..<units.count where bytes[place] != units[place] { return false }
        return true
      }
    }
  }
}

extension String {
  /// True if the text has only ASCII digits or is empty.
  package var hasOnlyDigitUnits: Bool {
    let areDigits = utf8.withContiguousStorageIfAvailable { units in
      var isRight = true
      for unit in units { isRight = isRight && unit &- 0x30 < 10 }
      return isRight
    }
    return areDigits ?? utf8.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// Returns the number in a text of exactly `count` ASCII digits; nil for any other text and if
  /// `count` exceeds 18.
  package func number(ofDigits count: Int) -> UInt64? {
    guard utf8.count == count, count <= 18 else { return nil }
    let number: UInt64?? = utf8.withContiguousStorageIfAvailable { units in
      var number: UInt64 = 0
      for unit in units {
        guard unit &- 0x30 < 10 else { return nil }
        number = number &* 10 &+ UInt64(unit &- 0x30)
      }
      return number
    }
    if let number { return number }
    return utf8.allSatisfy { $0 &- 0x30 < 10 } ? UInt64(self) : nil
  }

  /// The numbers in the first and last ten digits of a text of exactly 20 ASCII digits; nil for any
  /// other text.
  package var numbersOfTwentyDigits: (UInt64, UInt64)? {
    guard utf8.count == 20 else { return nil }
    let numbers: (UInt64, UInt64)?? = utf8.withContiguousStorageIfAvailable { units in
      var (first, last): (UInt64, UInt64) = (0, 0)
      for place in 0..<20 {
        let digit = units[place] &- 0x30
        guard digit < 10 else { return nil }
        if place < 10 { first = first &* 10 &+ UInt64(digit) } else { last = last &* 10 &+ UInt64(digit) }
      }
      return (first, last)
    }
    return numbers ?? nil
  }

  /// True if the text has only ASCII characters and neither begins nor ends with a space or a
  /// control character. False for an empty text.
  package var hasOnlyASCIIUnitsWithVisibleEnds: Bool {
    utf8.withContiguousStorageIfAvailable { units in
      guard let first = units.first, let last = units.last else { return false }
      var found: UInt8 = 0
      for unit in units { found |= unit }
      return found < 0x80 && first &- 0x21 < 0x5E && last &- 0x21 < 0x5E
    } ?? false
  }

  /// The number of Unicode scalars in the text; nil if it contains an ASCII control character.
  package var countOfScalarsWithoutControls: Int? {
    let count: Int?? = utf8.withContiguousStorageIfAvailable { $0.countOfScalarsWithoutControls }
    if let count { return count }
    return utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : unicodeScalars.count
  }

  /// True if the text has only ASCII characters.
  package var hasOnlyASCIIUnits: Bool {
    let isASCII = utf8.withContiguousStorageIfAvailable { units in
      var found: UInt8 = 0
      for unit in units { found |= unit }
      return found < 0x80
    }
    return isASCII ?? utf8.allSatisfy { $0 < 0x80 }
  }

  /// Returns true if `allowed` returns true for each code unit.
  @inline(__always)
  package func hasOnlyUnits(_ allowed: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(allowed) } ?? utf8.allSatisfy(allowed)
  }

  /// Returns true if both texts have the same code units (RFC 8259, 8.3). `==` is also true for
  /// canonically equivalent texts.
  ///
  /// An equivalent of an ASCII text is always longer, so only other texts are compared byte by
  /// byte.
  @inline(__always)
  func hasSameUnits(as other: String) -> Bool {
    let count = utf8.count
    return count == other.utf8.count && self == other && (utf16.count == count || hasSameBytes(as: other))
  }

  /// Returns true if both texts, which have the same length, have the same bytes.
  @inline(never)
  private func hasSameBytes(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { $0.has(mine, at: 0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// A name that is compared and hashed by its code units.
///
/// `String` hashes canonically equivalent texts alike, so a client could force collisions.
package struct UTF8Name: Hashable, Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  package static func == (left: UTF8Name, right: UTF8Name) -> Bool { left.text.hasSameUnits(as: right.text) }

  package func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isDone == nil { for unit in text.utf8 { hasher.combine(unit) } }
  }
}
