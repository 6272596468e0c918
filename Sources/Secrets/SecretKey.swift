import CSodium

/// A key of 256 bits for keyed digests. Each row with a digest also stores the id of its key.
package struct SecretKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The identifier of the key. It is not secret.
  package let id: String
  let bytes: [UInt8]

  /// Creates a key from 32 bytes.
  ///
  /// - Returns: Nil for any other length, or if `id` is empty or contains characters other than
  ///   visible ASCII.
  package init?(id: String, bytes: [UInt8]) {
    guard bytes.count == 32, !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
    self.id = id
    self.bytes = bytes
  }

  /// Creates a random key. Its id is the first four bytes of the key's digest, in hexadecimal.
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

  /// Returns the keyed digest of a message.
  ///
  /// The message must begin with its purpose, so that a digest is valid for one purpose only.
  package func mac(ofMessage message: [UInt8]) -> [UInt8] {
    Sodium.require()
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, message, UInt64(message.count), bytes, bytes.count)
    return digest
  }

  /// 64 hexadecimal digits that distinguish keys with the same id and do not reveal the key.
  package var fingerprint: String { Digest(of: mac(of: "valence key fingerprint 1", id)).digits(ofBytes: 32) }

  /// Returns the keyed digest of texts, in the form of `mac(ofFields:)`. The first text names the
  /// purpose.
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

/// The current key and earlier keys, which still verify the digests that they made.
package struct SecretKeys: Sendable {
  /// The key for new digests.
  package let current: SecretKey
  /// The ids of keys that the operator declared lost. Their digests can no longer be verified.
  package let lost: Set<String>
  /// All keys, sorted by id.
  package var all: [SecretKey] { byID.values.sorted { $0.id < $1.id } }
  private let byID: [String: SecretKey]

  package init(_ current: SecretKey, earlier: [SecretKey] = [], lost: Set<String> = []) {
    (self.current, self.lost) = (current, lost)
    byID = Dictionary((earlier + [current]).map { ($0.id, $0) }) { _, last in last }
  }

  /// Returns these keys with the key `id` as the current one; nil if the id is unknown.
  package func making(with id: String) -> SecretKeys? {
    byID[id].map { SecretKeys($0, earlier: Array(byID.values), lost: lost) }
  }

  /// The key with `id`; nil if the id is unknown.
  package subscript(id: String) -> SecretKey? { byID[id] }
}
