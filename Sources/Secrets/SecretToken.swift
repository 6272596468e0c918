import CSodium

/// A bearer token of 256 random bits. The database stores only its digest.
package struct SecretToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let bits: Bits256

  /// Creates a random token.
  package init() { bits = Bits256(Randomness.bytes(32)) }

  /// Reads a token from 43 characters of base64url (RFC 4648, section 5); nil for any other text.
  package init?(_ text: ArraySlice<UInt8>) {
    guard let bits = text.withUnsafeBufferPointer(Base64URL.decode) else { return nil }
    self.bits = bits
  }

  /// Reads a token from a text in the same form.
  package init?(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// The 43 characters of the token, for the client only.
  package var secretText: String { Base64URL.encode(bits.bytes) }

  /// The digest, which is stored instead of the token.
  package var digest: Digest { bits.withUnsafeBytes { Digest(of: $0) } }

  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A cache key for a token: the 128-bit SipHash-2-4 of its text with a random per-process key.
///
/// Clients do not know that key, so they cannot predict or choose a tag. Tags are never stored.
package struct TokenTag: Hashable, Sendable {
  private let words: (UInt64, UInt64)

  /// Computes the tag of a text that a client sent as its token, valid or not.
  package init(of text: ArraySlice<UInt8>) {
    Sodium.require()
    var words: (UInt64, UInt64) = (0, 0)
    text.withUnsafeBufferPointer { text in
      withUnsafeMutableBytes(of: &words) { tag in
        Self.key.withUnsafeBytes { key in
          guard let tag = tag.assumingMemoryBound(to: UInt8.self).baseAddress,
            let key = key.assumingMemoryBound(to: UInt8.self).baseAddress
          else { return }
          crypto_shorthash_siphashx24(tag, text.baseAddress, UInt64(text.count), key)
        }
      }
    }
    self.words = words
  }

  private static let key = Bits256(Randomness.bytes(32))

  /// The lowest byte of the tag.
  package var last: UInt8 { UInt8(truncatingIfNeeded: words.0) }

  /// Compares all bits without stopping at the first difference.
  package static func == (left: Self, right: Self) -> Bool {
    (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1) == 0
  }

  /// Hashes only the second word, which is enough because tags are pseudorandom.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.1) }
}
