import CSodium

/// What a token is known by within this process: 128 bits of SipHash-2-4 of its text, keyed with random bits that live
/// and die with the process. Without the key nobody can tell or choose a tag, and it takes a third of a digest's time;
/// it is never stored.
package struct TokenTag: Hashable, Sendable {
  private let words: (UInt64, UInt64)

  /// The tag of a token's text, or of whatever stands in its place.
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

  /// The lowest byte.
  package var last: UInt8 { UInt8(truncatingIfNeeded: words.0) }

  /// All bits are compared, whichever differ.
  package static func == (left: Self, right: Self) -> Bool {
    (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1) == 0
  }

  /// Tags are noise: any word tells them apart well enough for a table.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.1) }
}
