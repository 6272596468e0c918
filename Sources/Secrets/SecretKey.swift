import CSodium

/// A key of 256 bits for keyed digests, with the id under which what it made is stored.
package struct SecretKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// Tells keys apart; not secret.
  package let id: String
  let bytes: [UInt8]

  /// A key of 32 bytes; nil for another number of them.
  package init?(id: String, bytes: [UInt8]) {
    guard bytes.count == 32, !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
    self.id = id
    self.bytes = bytes
  }

  /// A new random key, whose id is the beginning of its digest.
  package init() {
    bytes = Randomness.bytes(32)
    id = Digest(of: bytes).digits(ofBytes: 4)
  }

  /// The keyed BLAKE2b digest of fields, each preceded by its length.
  package func mac(ofFields fields: [[UInt8]]) -> [UInt8] {
    var message: [UInt8] = []
    for field in fields {
      withUnsafeBytes(of: UInt64(field.count).littleEndian) { message.append(contentsOf: $0) }
      message.append(contentsOf: field)
    }
    return mac(ofMessage: message)
  }

  /// The keyed digest of bytes that begin by what they are, so that no digest is that of something else.
  package func mac(ofMessage message: [UInt8]) -> [UInt8] {
    Sodium.require()
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, message, UInt64(message.count), bytes, bytes.count)
    return digest
  }

  /// The keyed digest of texts.
  package func mac(of fields: String...) -> [UInt8] { mac(ofFields: fields.map { Array($0.utf8) }) }

  package var description: String { "[redacted] (\(id))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
