import CSodium

/// The 256 bits of a token or digest, stored inline without a heap allocation.
struct Bits256: Hashable, Sendable {
  /// The number of characters of the base64url form.
  static let characters = 43

  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Creates 256 zero bits.
  init() {}

  /// Creates a value from `bytes`. Traps unless there are exactly 32.
  init(_ bytes: [UInt8]) {
    precondition(bytes.count == 32)
    withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
  }

  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  @inline(__always)
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Swift.withUnsafeBytes(of: words, body)
  }

  @inline(__always)
  mutating func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    Swift.withUnsafeMutableBytes(of: &words, body)
  }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  /// Hashes only the first word, which is enough because the bits are random.
  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

/// Base64 with the URL alphabet and without padding (RFC 4648, section 5).
///
/// The time for a valid text depends only on its length.
enum Base64URL {
  private static let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)

  static func encode(_ bytes: [UInt8]) -> String {
    var characters = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&characters, characters.count, bytes, bytes.count, variant)
    return String(decoding: characters.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Decodes a text of any length; returns nil if it is not in canonical form.
  static func bytes(in text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    var bytes = [UInt8](repeating: 0, count: characters.count / 4 * 3 + 3)
    var (count, end): (Int, Int) = (0, 0)
    let fault = characters.withUnsafeBytes { characters in
      guard let start = characters.baseAddress?.assumingMemoryBound(to: CChar.self) else { return Int32(0) }
      var rest: UnsafePointer<CChar>?
      let fault = sodium_base642bin(&bytes, bytes.count, start, characters.count, nil, &count, &rest, variant)
      end = rest.map { $0 - start } ?? 0
      return fault
    }
    guard fault == 0, end == characters.count else { return nil }
    bytes.removeSubrange(count...)
    return bytes
  }

  /// Decodes 43 characters into 256 bits; returns nil for any other count or a noncanonical form.
  ///
  /// Classifies each character by arithmetic, without a branch or table index that depends on its
  /// value.
  static func decode(_ characters: UnsafeBufferPointer<UInt8>) -> Bits256? {
    guard characters.count == Bits256.characters else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Bits256.characters) { digits in
      var fault: UInt16 = 0
      for place in 0..<Bits256.characters {
        let digit = value(of: UInt16(characters[place]))
        digits[place] = digit
        fault |= digit
      }
      // The last digit has four data bits. In canonical form its two low bits are zero.
      guard fault < 64, digits[Bits256.characters - 1] & 3 == 0 else { return nil }
      return join(UnsafeBufferPointer(digits))
    }
  }

  /// Decodes a text of 43 characters into 32 bytes; returns nil if it is not in canonical form.
  static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8(decode)?.bytes
  }

  /// Joins 43 groups of six bits and drops the last two bits.
  private static func join(_ digits: UnsafeBufferPointer<UInt16>) -> Bits256 {
    var bits = Bits256()
    bits.withUnsafeMutableBytes { bytes in
      for group in 0..<10 {
        let start = group * 4
        let word =
          UInt32(digits[start]) << 18 | UInt32(digits[start + 1]) << 12 | UInt32(digits[start + 2]) << 6
          | UInt32(digits[start + 3])
        bytes[group * 3] = UInt8(truncatingIfNeeded: word >> 16)
        bytes[group * 3 + 1] = UInt8(truncatingIfNeeded: word >> 8)
        bytes[group * 3 + 2] = UInt8(truncatingIfNeeded: word)
      }
      let rest = UInt32(digits[40]) << 12 | UInt32(digits[41]) << 6 | UInt32(digits[42])
      bytes[30] = UInt8(truncatingIfNeeded: rest >> 10)
      bytes[31] = UInt8(truncatingIfNeeded: rest >> 2)
    }
    return bits
  }

  /// Returns the six bits of a base64url character, or a value above 63 for any other character.
  private static func value(of character: UInt16) -> UInt16 {
    /// Returns all ones if the character is within the bounds, zero otherwise.
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
