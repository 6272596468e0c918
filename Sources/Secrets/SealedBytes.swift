import CSodium

/// Authenticated encryption of what waits in the database and nobody else may read (XSalsa20-Poly1305, `crypto_secretbox`).
///
///     let sealed = key.sealed(text, for: "example 1", id)  // the first field names the purpose
///     key.opened(sealed, for: "example 1", id)             // text
///     key.opened(sealed, for: "example 1", other)          // nil
extension SecretKey {
  /// Returns the bytes sealed for one purpose and thing: a random nonce, then the ciphertext with its tag.
  ///
  /// The key of the box is the keyed digest of `fields`. So the bytes open only with the same fields, and cannot be moved to
  /// another thing.
  package func sealed(_ bytes: [UInt8], for fields: String...) -> [UInt8] {
    var key = boxKey(fields)
    defer { sodium_memzero(&key, key.count) }
    let nonce = Randomness.bytes(Int(crypto_secretbox_NONCEBYTES))
    var box = [UInt8](repeating: 0, count: bytes.count + Int(crypto_secretbox_MACBYTES))
    crypto_secretbox_easy(&box, bytes, UInt64(bytes.count), nonce, key)
    return nonce + box
  }

  /// Returns the bytes that were sealed with this key for the same fields; nil for any others.
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
