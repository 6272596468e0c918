import CSodium

/// Encrypts short byte strings that clients store for the server and can neither read nor change.
///
/// The key is derived from a secret key and a purpose, so a text sealed for one purpose cannot be
/// opened for another. The cipher is XChaCha20-Poly1305 with a random nonce. Sealing the same bytes
/// twice produces two different texts.
package struct Seal: Sendable, CustomStringConvertible, CustomReflectable {
  private static let nonce = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tag = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  /// 32 bytes, the key size of the cipher.
  private let key: [UInt8]

  /// Creates the seal for a purpose.
  package init(_ secret: SecretKey, for purpose: String) { key = secret.mac(of: "seal 1", purpose) }

  /// Returns the sealed bytes in base64url. They can be opened only with the same `holder`.
  package func closed(_ bytes: [UInt8], for holder: String) -> String {
    Sodium.require()
    let nonce = Randomness.bytes(Self.nonce)
    let context = Array(holder.utf8)
    var sealed = [UInt8](repeating: 0, count: bytes.count + Self.tag)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, bytes, UInt64(bytes.count), context, UInt64(context.count), nil, nonce, key)
    return Base64URL.encode(nonce + sealed)
  }

  /// Returns the bytes of a sealed text.
  ///
  /// - Returns: Nil if the text was changed, is longer than 1,024 bytes, or was sealed with another
  ///   key, purpose or holder.
  package func opened(_ text: String, for holder: String) -> [UInt8]? {
    Sodium.require()
    guard text.utf8.count <= 1024, let sealed = Base64URL.bytes(in: text), sealed.count >= Self.nonce + Self.tag else {
      return nil
    }
    let (nonce, body, context) = (Array(sealed[..<Self.nonce]), Array(sealed[Self.nonce...]), Array(holder.utf8))
    var bytes = [UInt8](repeating: 0, count: body.count - Self.tag)
    let isOpen = crypto_aead_xchacha20poly1305_ietf_decrypt(
      &bytes, nil, nil, body, UInt64(body.count), context, UInt64(context.count), nonce, key)
    return isOpen == 0 ? bytes : nil
  }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
