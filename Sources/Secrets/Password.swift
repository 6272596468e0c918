import CSodium

/// A password as entered. It prints as `[redacted]`.
///
///     let password = Password("correct horse")
///     let hash = PasswordHash(password, cost: .standard)  // slow: on a `WorkerPool`
///     try hash?.matches(password)  // true
package struct Password: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  /// Takes the password as text.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Length in Unicode scalars.
  package var length: Int { bytes.count { $0 & 0xC0 != 0x80 } }
  /// Count of distinct Unicode scalars.
  package var variety: Int { Set(String(decoding: bytes, as: UTF8.self).unicodeScalars).count }

  /// Returns true if the password is `text`, ignoring case.
  package func isWritten(_ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).lowercased() == text.lowercased()
  }

  /// Returns the result of `test` for the text of the password, which `test` must not keep.
  package func isOne(where test: (String) -> Bool) -> Bool { test(String(decoding: bytes, as: UTF8.self)) }

  /// Compares two passwords in constant time.
  package func isEqual(to other: Password) -> Bool { isEqualInConstantTime(bytes, other.bytes) }

  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The cost of one guess of a password (RFC 9106, argon2id with one lane).
package struct PasswordCost: Sendable, Equatable {
  /// Count of passes over the memory.
  let passes: Int
  /// Memory in KiB.
  let memory: Int

  /// Creates a cost, raised to libsodium's minimum of 1 pass and 8 KiB.
  package init(passes: Int, memory: Int) {
    self.passes = max(Int(crypto_pwhash_OPSLIMIT_MIN), passes)
    self.memory = max(Int(crypto_pwhash_MEMLIMIT_MIN) / 1024, memory)
  }

  /// 64 MiB and 2 passes.
  package static let standard = PasswordCost(passes: 2, memory: 65_536)
  /// The minimum cost, for tests.
  package static let minimum = PasswordCost(passes: 1, memory: 8)
}

/// The argon2id hash of a password with its salt and cost, in the form that is stored.
///
///     guard let hash = PasswordHash(Password("correct horse"), cost: .minimum) else { return }  // nil without memory
///     let stored = hash.encoded  // "$argon2id$v=19$m=8,t=1,p=1$..."
///     let isRight = try PasswordHash(encoded: stored).matches(Password("correct horse"))  // true
package struct PasswordHash: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The hash as `$argon2id$v=19$m=...`, for the database only.
  package let encoded: String

  /// Takes a stored hash.
  package init(encoded: String) { self.encoded = encoded }

  /// Hashes `password` with a new salt; returns nil when memory runs out.
  ///
  /// Slow on purpose: call it on a `WorkerPool`, never on a thread that serves requests.
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

  /// Returns true if `password` is the hashed one. As slow as hashing.
  ///
  /// - Returns false when `encoded` is no valid hash.
  /// - Throws `OutOfMemory` when memory runs out, so that the answer is unknown.
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

  /// Returns true if the hash was made at another cost than `cost`.
  package func needsRehash(cost: PasswordCost) -> Bool {
    crypto_pwhash_str_needs_rehash(encoded, UInt64(cost.passes), cost.memory * 1024) != 0
  }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The memory for hashing a password ran out.
package struct OutOfMemory: Error, Equatable {
  /// Creates the error.
  package init() {}
}
