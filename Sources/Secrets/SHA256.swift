import CSodium

/// SHA-256 digests (FIPS 180-4), which people and other programs can compute again from a file.
package enum SHA256 {
  /// Returns the digest of a message as 64 lower-case hexadecimal digits.
  package static func digits(of message: [UInt8]) -> String {
    Sodium.require()
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    crypto_hash_sha256(&digest, message, UInt64(message.count))
    return digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
