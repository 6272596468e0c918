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
  static func decode(_ text: String) -> [UInt8]? {
    Sodium.require()
    var text = text
    return text.withUTF8 { characters -> [UInt8]? in
      characters.withMemoryRebound(to: CChar.self) { characters -> [UInt8]? in
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var count = 0
        let code = sodium_base642bin(
          &bytes, bytes.count, characters.baseAddress, characters.count, nil, &count, nil, variant)
        guard code == 0 else { return nil }
        bytes.removeLast(bytes.count - count)
        return bytes
      }
    }
  }
}
