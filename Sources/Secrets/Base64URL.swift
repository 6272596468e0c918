import CSodium

/// Base64 with the alphabet for URLs, without padding (RFC 4648, section 5), in constant time.
enum Base64URL {
  private static let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)

  /// The text of `bytes`.
  static func encode(_ bytes: [UInt8]) -> String {
    var characters = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&characters, characters.count, bytes, bytes.count, variant)
    return String(decoding: characters.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The bytes of `text`; nil when it is not in the canonical form.
  ///
  /// The library's own decoder takes ten times as long, and this is done for every request: each character is
  /// classified by arithmetic alone, without a branch or a table that its value would choose, and several at a time.
  static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { characters in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: characters.count) { digits in
        var fault: UInt16 = 0
        for place in 0..<characters.count {
          let digit = value(of: UInt16(characters[place]))
          digits[place] = digit
          fault |= digit
        }
        guard fault < 64 else { return nil }
        return join(UnsafeBufferPointer(digits))
      }
    }
  }

  /// The bytes that groups of six bits make; nil where what is left over is a whole group or not zero.
  private static func join(_ digits: UnsafeBufferPointer<UInt16>) -> [UInt8]? {
    var rest: UInt32 = 0
    let left = digits.count % 4
    let bytes = [UInt8](unsafeUninitializedCapacity: digits.count * 3 / 4) { bytes, used in
      for start in stride(from: 0, to: digits.count - left, by: 4) {
        let group =
          UInt32(digits[start]) << 18 | UInt32(digits[start + 1]) << 12 | UInt32(digits[start + 2]) << 6
          | UInt32(digits[start + 3])
        bytes[used] = UInt8(truncatingIfNeeded: group >> 16)
        bytes[used + 1] = UInt8(truncatingIfNeeded: group >> 8)
        bytes[used + 2] = UInt8(truncatingIfNeeded: group)
        used += 3
      }
      for digit in digits.suffix(left) { rest = rest << 6 | UInt32(digit) }
      if left == 2 {
        bytes[used] = UInt8(truncatingIfNeeded: rest >> 4)
        used += 1
      } else if left == 3 {
        bytes[used] = UInt8(truncatingIfNeeded: rest >> 10)
        bytes[used + 1] = UInt8(truncatingIfNeeded: rest >> 2)
        used += 2
      }
    }
    let unused: UInt32 = left == 2 ? 15 : 3
    guard left != 1, left == 0 || rest & unused == 0 else { return nil }
    return bytes
  }

  /// The six bits of a character; a value above 63 for any other.
  private static func value(of character: UInt16) -> UInt16 {
    /// All ones where the character lies within the bounds, else zero.
    func mask(_ low: UInt16, _ high: UInt16) -> UInt16 {
      0 &- (((low &- 1 &- character) & (character &- high &- 1)) >> 15)
    }
    let (capital, small, number) = (mask(0x41, 0x5A), mask(0x61, 0x7A), mask(0x30, 0x39))
    let (dash, line) = (mask(0x2D, 0x2D), mask(0x5F, 0x5F))
    let known = capital | small | number | dash | line
    return capital & (character &- 65) | small & (character &- 71) | number & (character &+ 4) | dash & 62 | line & 63
      | ~known & 256
  }
}
