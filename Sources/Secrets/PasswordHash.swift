import CSodium

/// A password's argon2id hash, with its salt and cost, as it is stored.
package struct PasswordHash: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// `$argon2id$v=19$m=...`, for the database only.
  package let encoded: String

  /// A hash that was stored.
  package init(encoded: String) { self.encoded = encoded }

  /// Hashes `password` with a new salt; nil when the memory cannot be had. Slow on purpose: never on a thread that
  /// serves others.
  package init?(_ password: Password, cost: PasswordCost) {
    Sodium.require()
    var buffer = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let code = password.bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        crypto_pwhash_str_alg(
          &buffer, characters.baseAddress ?? UnsafePointer(sodium_version_string()), UInt64(characters.count),
          UInt64(cost.passes), cost.memory * 1024, Int32(crypto_pwhash_ALG_ARGON2ID13))
      }
    }
    guard code == 0 else { return nil }
    encoded = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether `password` is the one that was hashed. As slow as hashing. Throws `OutOfMemory` when the memory cannot be
  /// had, so that it is not known.
  package func matches(_ password: Password) throws(OutOfMemory) -> Bool {
    Sodium.require()
    let outcome = password.bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        valence_password_verify(
          encoded, characters.baseAddress ?? UnsafePointer(sodium_version_string()), UInt64(characters.count))
      }
    }
    if outcome < 0 { throw OutOfMemory() }
    return outcome == 1
  }

  /// Whether it was made at another cost than `cost`.
  package func needsRehash(cost: PasswordCost) -> Bool {
    crypto_pwhash_str_needs_rehash(encoded, UInt64(cost.passes), cost.memory * 1024) != 0
  }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The memory that hashing a password needs cannot be had.
package struct OutOfMemory: Error, Equatable {
  /// Memory that cannot be had.
  package init() {}
}
