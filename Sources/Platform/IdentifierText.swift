/// The canonical text of a 16-byte identifier: 36 ASCII characters (RFC 9562, section 4).
package enum IdentifierText {
  /// The number of characters.
  package static let length = 36

  /// Writes the text of an identifier to `text`, which must have room for `length` bytes.
  package static func write(_ high: UInt64, _ low: UInt64, to text: UnsafeMutableRawPointer) {
    let middle = (digits(UInt32(truncatingIfNeeded: high)), digits(UInt32(low >> 32)))
    text.storeBytes(of: digits(UInt32(high >> 32)).bigEndian, as: UInt64.self)
    text.storeBytes(of: UInt32(middle.0 >> 32).bigEndian, toByteOffset: 9, as: UInt32.self)
    text.storeBytes(of: UInt32(truncatingIfNeeded: middle.0).bigEndian, toByteOffset: 14, as: UInt32.self)
    text.storeBytes(of: UInt32(middle.1 >> 32).bigEndian, toByteOffset: 19, as: UInt32.self)
    text.storeBytes(of: UInt32(truncatingIfNeeded: middle.1).bigEndian, toByteOffset: 24, as: UInt32.self)
    text.storeBytes(of: digits(UInt32(truncatingIfNeeded: low)).bigEndian, toByteOffset: 28, as: UInt64.self)
    let dash = UInt8(ascii: "-")
    text.storeBytes(of: dash, toByteOffset: 8, as: UInt8.self)
    text.storeBytes(of: dash, toByteOffset: 13, as: UInt8.self)
    text.storeBytes(of: dash, toByteOffset: 18, as: UInt8.self)
    text.storeBytes(of: dash, toByteOffset: 23, as: UInt8.self)
  }

  /// Returns eight hexadecimal characters, the first in the most significant byte.
  private static func digits(_ word: UInt32) -> UInt64 {
    var digits = UInt64(word & 0xFFFF_0000) << 16 | UInt64(word & 0xFFFF)
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }
}

extension String {
  /// Creates the canonical text of an identifier, such as `01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19`.
  package init(identifier high: UInt64, _ low: UInt64) {
    self.init(unsafeUninitializedCapacity: IdentifierText.length) { units in
      guard let start = units.baseAddress else { return 0 }
      IdentifierText.write(high, low, to: start)
      return IdentifierText.length
    }
  }
}
