import CSodium

/// A password as entered. Prints as `[redacted]`.
package struct Password: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The number of Unicode scalars.
  package var length: Int { bytes.count { $0 & 0xC0 != 0x80 } }
  /// The number of distinct Unicode scalars.
  package var variety: Int { Set(String(decoding: bytes, as: UTF8.self).unicodeScalars).count }

  /// Returns true if the password equals `text`, ignoring case.
  package func isWritten(_ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).lowercased() == text.lowercased()
  }

  /// Returns the result of `test` for the password's text. `test` must not store the text.
  package func isOne(where test: (String) -> Bool) -> Bool { test(String(decoding: bytes, as: UTF8.self)) }

  /// Compares two passwords. The time reveals only their lengths.
  package func isEqual(to other: Password) -> Bool { isEqualInConstantTime(bytes, other.bytes) }

  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The cost of one password hash (Argon2id with one lane, RFC 9106).
package struct PasswordCost: Sendable, Equatable {
  /// The number of passes over the memory.
  let passes: Int
  /// The memory in KiB.
  let memory: Int

  /// Creates a cost. Values below libsodium's minimum (1 pass, 8 KiB) are raised to it.
  package init(passes: Int, memory: Int) {
    self.passes = max(Int(crypto_pwhash_OPSLIMIT_MIN), passes)
    self.memory = max(Int(crypto_pwhash_MEMLIMIT_MIN) / 1024, memory)
  }

  /// 64 MiB and 2 passes.
  package static let standard = PasswordCost(passes: 2, memory: 65_536)
  /// The minimum cost, for tests.
  package static let minimum = PasswordCost(passes: 1, memory: 8)
}

/// The Argon2id hash of a password with its salt and cost, in the stored form.
package struct PasswordHash: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The hash in the form `$argon2id$v=19$m=...`, for the database only.
  package let encoded: String

  /// Wraps a stored hash without checking it.
  package init(encoded: String) { self.encoded = encoded }

  /// Hashes `password` with a new salt; returns nil if memory runs out.
  ///
  /// Slow by design. Call it on a `WorkerPool`, never on a thread that serves requests.
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

  /// Returns true if `password` has this hash. Takes as long as hashing.
  ///
  /// - Returns: False also if `encoded` is not a valid hash.
  /// - Throws: `OutOfMemory` if memory runs out, because the result is then unknown.
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

  /// Returns true if the hash was made with another cost, or is not valid.
  package func needsRehash(cost: PasswordCost) -> Bool {
    crypto_pwhash_str_needs_rehash(encoded, UInt64(cost.passes), cost.memory * 1024) != 0
  }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The error of `PasswordHash.matches` when memory runs out.
package struct OutOfMemory: Error, Equatable {
  package init() {}
}
