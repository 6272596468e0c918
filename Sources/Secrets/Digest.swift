import CSodium

/// A BLAKE2b digest of 256 bits.
package struct Digest: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// The digest of `message`.
  package init(of message: [UInt8]) {
    Sodium.require()
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, message, UInt64(message.count), nil, 0)
    bytes = digest
  }

  /// The digest of the text's UTF-8.
  package init(of text: String) { self.init(of: Array(text.utf8)) }

  /// The digest of fields, each preceded by its length, so that no two lists of fields look alike.
  package init(ofFields fields: [[UInt8]]) {
    var message: [UInt8] = []
    for field in fields {
      withUnsafeBytes(of: UInt64(field.count).littleEndian) { message.append(contentsOf: $0) }
      message.append(contentsOf: field)
    }
    self.init(of: message)
  }

  /// Digests are 256 bits of noise: any eight bytes tell them apart well enough for a table.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine($0.loadUnaligned(as: UInt64.self)) }
  }
}
