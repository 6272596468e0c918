import CSodium

/// The signature of a callback by Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`.
///
///     let mac = WebhookSignature.mac(of: body, id: "msg_1", timestamp: "1764000000", key)
///     WebhookSignature.isRight([mac], of: body, id: "msg_1", timestamp: "1764000000", by: [key])  // true
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

  /// Returns true if one of the given signatures is right by one of the keys. The time tells nothing about either.
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
