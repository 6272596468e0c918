import CSodium

/// A key of 256 bits for keyed digests. Rows store its id beside each digest that it made.
///
///     let key = SecretKey()
///     let mac = key.mac(of: "example 1", person, code)  // 32 bytes; the first field names the purpose
///     print(key)  // [redacted] (1f2e3d4c)
package struct SecretKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// Identifies the key; not secret.
  package let id: String
  let bytes: [UInt8]

  /// Takes a key of 32 bytes.
  ///
  /// Returns nil for any other byte count, and when `id` is empty or has other than visible ASCII characters.
  package init?(id: String, bytes: [UInt8]) {
    guard bytes.count == 32, !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
    self.id = id
    self.bytes = bytes
  }

  /// Creates a random key; its id is the first four bytes of its digest.
  package init() {
    bytes = Randomness.bytes(32)
    id = Digest(of: bytes).digits(ofBytes: 4)
  }

  /// Returns the keyed BLAKE2b digest of fields, each preceded by its length in eight bytes.
  package func mac(ofFields fields: [[UInt8]]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(fields.reduce(0) { $0 + 8 + $1.count })
    for field in fields {
      withUnsafeBytes(of: UInt64(field.count).littleEndian) { message.append(contentsOf: $0) }
      message.append(contentsOf: field)
    }
    return mac(ofMessage: message)
  }

  /// Returns the keyed digest of a message that begins with its purpose, so that no digest serves another purpose.
  package func mac(ofMessage message: [UInt8]) -> [UInt8] {
    Sodium.require()
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, message, UInt64(message.count), bytes, bytes.count)
    return digest
  }

  /// Tells the key from others of the same id, and tells nothing of it: 64 hexadecimal digits.
  package var fingerprint: String { Digest(of: mac(of: "valence key fingerprint 1", id)).digits(ofBytes: 32) }

  /// Returns the keyed digest of texts, as of the fields of their UTF-8.
  package func mac(of fields: String...) -> [UInt8] { mac(ofMessage: Self.message(of: fields)) }

  private static func message(of fields: [String]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(fields.reduce(0) { $0 + 8 + $1.utf8.count })
    for var field in fields {
      withUnsafeBytes(of: UInt64(field.utf8.count).littleEndian) { message.append(contentsOf: $0) }
      field.withUTF8 { message.append(contentsOf: $0) }
    }
    return message
  }

  package var description: String { "[redacted] (\(id))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The current key, and earlier keys, which still verify the digests that they made.
///
///     let mac = keys.current.mac(of: "example 1", code)
///     let earlier = keys[row.keyID]  // nil when the key file has no such key
package struct SecretKeys: Sendable {
  /// The key for new digests.
  package let current: SecretKey
  /// Ids of the keys that the operator declared lost for good: nobody can verify their digests.
  package let lost: Set<String>
  /// All keys in the order of their ids.
  package var all: [SecretKey] { byID.values.sorted { $0.id < $1.id } }
  private let byID: [String: SecretKey]

  /// Takes the current key, the earlier ones, and the ids of lost ones.
  package init(_ current: SecretKey, earlier: [SecretKey] = [], lost: Set<String> = []) {
    (self.current, self.lost) = (current, lost)
    byID = Dictionary((earlier + [current]).map { ($0.id, $0) }) { _, last in last }
  }

  /// Returns the same keys with another one for new digests; nil if there is no such key.
  package func making(with id: String) -> SecretKeys? {
    byID[id].map { SecretKeys($0, earlier: Array(byID.values), lost: lost) }
  }

  /// Returns the key with `id`; nil when it is lost or unknown.
  package subscript(id: String) -> SecretKey? { byID[id] }
}
