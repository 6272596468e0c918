import CSodium

/// A bearer token: 256 random bits. Only its digest is ever stored.
package struct Token: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let bits: Bits256

  /// A new one.
  package init() { bits = Bits256(Randomness.bytes(32)) }

  /// The token written as 43 characters of base64url (RFC 4648, section 5); nil for anything else.
  package init?(_ text: ArraySlice<UInt8>) {
    guard let bits = text.withUnsafeBufferPointer(Base64URL.decode) else { return nil }
    self.bits = bits
  }

  /// The same of a text.
  package init?(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// The 43 characters that go to the client, and nowhere else.
  package var secretText: String { Base64URL.encode(bits.bytes) }

  /// What is stored instead.
  package var digest: Digest { bits.withUnsafeBytes { Digest(of: $0) } }

  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
