import CSodium

/// A bearer token: 256 random bits. Only its digest is ever stored.
package struct Token: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let bytes: [UInt8]

  /// A new one.
  package init() { bytes = Randomness.bytes(32) }

  /// The token written as 43 characters of base64url (RFC 4648, section 5); nil for anything else.
  package init?(_ text: String) {
    guard let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The 43 characters that go to the client, and nowhere else.
  package var secretText: String { Base64URL.encode(bytes) }

  /// What is stored instead.
  package var digest: Digest { Digest(of: bytes) }

  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
