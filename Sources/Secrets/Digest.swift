import CSodium

/// A BLAKE2b digest of 256 bits.
package struct Digest: Hashable, Sendable {
  private let bits: Bits256

  /// The 32 bytes.
  package var bytes: [UInt8] { bits.bytes }

  /// The first bytes as hexadecimal digits, two for each: what tells few things apart.
  package func digits(ofBytes count: Int) -> String {
    bytes.prefix(count).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// The digest of `message`.
  package init(of message: [UInt8]) { self = message.withUnsafeBytes { Digest(of: $0) } }

  /// The digest of bytes in memory.
  init(of message: UnsafeRawBufferPointer) {
    Sodium.require()
    var bits = Bits256()
    bits.withUnsafeMutableBytes { digest in
      guard let start = digest.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
      let message = message.assumingMemoryBound(to: UInt8.self)
      crypto_generichash(start, digest.count, message.baseAddress, UInt64(message.count), nil, 0)
    }
    self.bits = bits
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
}
