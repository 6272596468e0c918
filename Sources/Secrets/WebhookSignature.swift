import CSodium

/// The signature of a callback in the Standard Webhooks format: HMAC-SHA256 of `id.timestamp.body`.
///
/// See https://www.standardwebhooks.com, "Signature scheme".
package enum WebhookSignature {
  /// Returns the 32 bytes of the signature.
  package static func mac(of body: some Sequence<UInt8>, id: String, timestamp: String, _ key: [UInt8]) -> [UInt8] {
    Sodium.require()
    let message = Array("\(id).\(timestamp).".utf8) + body
    var state = crypto_auth_hmacsha256_state()
    var mac = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_bytes()))
    crypto_auth_hmacsha256_init(&state, key, key.count)
    crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
    crypto_auth_hmacsha256_final(&state, &mac)
    return mac
  }

  /// Returns true if at least one signature in `given` is valid for one of `keys`.
  ///
  /// Compares all pairs, so the time does not reveal which one matched.
  package static func isRight(
    _ given: [[UInt8]], of body: some Sequence<UInt8>, id: String, timestamp: String, by keys: [[UInt8]]
  ) -> Bool {
    var isRight = false
    for key in keys {
      let mac = mac(of: body, id: id, timestamp: timestamp, key)
      for one in given where isEqualInConstantTime(one, mac) { isRight = true }
    }
    return isRight
  }
}
