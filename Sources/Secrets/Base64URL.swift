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
  /// classified by arithmetic alone, without a branch or a table that its value would choose.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (pending, bits, fault) = (UInt32(0), 0, UInt32(0))
    for character in text.utf8 {
      let digit = value(of: UInt32(character))
      fault |= digit >> 8
      pending = pending << 6 | digit & 63
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
      }
    }
    // What is left over must be fewer bits than a character, and all of them zero.
    guard fault == 0, bits < 6, pending & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return bytes
  }

  /// The six bits of a character; a value above 255 for any other.
  private static func value(of character: UInt32) -> UInt32 {
    /// All ones where the character lies within the bounds, else zero.
    func mask(_ low: Unicode.Scalar, _ high: Unicode.Scalar) -> UInt32 {
      0 &- (((low.value &- 1 &- character) & (character &- high.value &- 1)) >> 31)
    }
    let upper = mask("A", "Z") & (character &- 65)
    let lower = mask("a", "z") & (character &- 71)
    let digit = mask("0", "9") & (character &+ 4)
    let dash = mask("-", "-") & 62
    let line = mask("_", "_") & 63
    let known = mask("A", "Z") | mask("a", "z") | mask("0", "9") | mask("-", "-") | mask("_", "_")
    return upper | lower | digit | dash | line | (~known & 256)
  }
}
