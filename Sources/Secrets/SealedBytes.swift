import CSodium

/// Authenticated encryption of stored bytes (XSalsa20-Poly1305, `crypto_secretbox`).
extension SecretKey {
  /// Returns a random nonce followed by the ciphertext with its tag.
  ///
  /// The key of the box is the keyed digest of `fields`, the first of which names the purpose. The
  /// bytes can be opened only with the same fields, so they cannot be moved to another row.
  package func sealed(_ bytes: [UInt8], for fields: String...) -> [UInt8] {
    var key = boxKey(fields)
    defer { sodium_memzero(&key, key.count) }
    let nonce = Randomness.bytes(Int(crypto_secretbox_NONCEBYTES))
    var box = [UInt8](repeating: 0, count: bytes.count + Int(crypto_secretbox_MACBYTES))
    crypto_secretbox_easy(&box, bytes, UInt64(bytes.count), nonce, key)
    return nonce + box
  }

  /// Returns the bytes that were sealed with this key and the same fields; nil otherwise.
  package func opened(_ sealed: [UInt8], for fields: String...) -> [UInt8]? {
    let (nonceCount, tagCount) = (Int(crypto_secretbox_NONCEBYTES), Int(crypto_secretbox_MACBYTES))
    guard sealed.count >= nonceCount + tagCount else { return nil }
    var key = boxKey(fields)
    defer { sodium_memzero(&key, key.count) }
    let box = Array(sealed[nonceCount...])
    var bytes = [UInt8](repeating: 0, count: box.count - tagCount)
    guard crypto_secretbox_open_easy(&bytes, box, UInt64(box.count), Array(sealed[..<nonceCount]), key) == 0 else {
      return nil
    }
    return bytes
  }

  private func boxKey(_ fields: [String]) -> [UInt8] { mac(ofFields: fields.map { Array($0.utf8) }) }
}
