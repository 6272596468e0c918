import CSodium

/// A BLAKE2b digest of 256 bits.
package struct Digest: Hashable, Sendable {
  private let bits: Bits256

  package var bytes: [UInt8] { bits.bytes }

  /// Returns the first `count` bytes as lower-case hexadecimal digits, two per byte.
  package func digits(ofBytes count: Int) -> String {
    bytes.prefix(count).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  package init(of message: [UInt8]) { self = message.withUnsafeBytes { Digest(of: $0) } }

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

  /// Computes the digest of the text's UTF-8 bytes.
  package init(of text: String) { self.init(of: Array(text.utf8)) }

  /// Computes the digest of a list of fields, each preceded by its length in eight bytes.
  ///
  /// The lengths ensure that different lists produce different messages.
  package init(ofFields fields: [[UInt8]]) {
    var message: [UInt8] = []
    message.reserveCapacity(fields.reduce(0) { $0 + 8 + $1.count })
    for field in fields {
      withUnsafeBytes(of: UInt64(field.count).littleEndian) { message.append(contentsOf: $0) }
      message.append(contentsOf: field)
    }
    self.init(of: message)
  }

  /// Computes the digest of a list of texts: that of `init(ofFields:)` for their UTF-8 bytes.
  package init(ofTexts texts: [String]) {
    var message: [UInt8] = []
    message.reserveCapacity(texts.reduce(0) { $0 + 8 + $1.utf8.count })
    for text in texts {
      withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { message.append(contentsOf: $0) }
      let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { message.append(contentsOf: $0) }
      if isDone == nil { message.append(contentsOf: text.utf8) }
    }
    self.init(of: message)
  }
}
