import CSodium

/// libsodium, initialized before its first use.
enum Sodium {
  /// True if libsodium was initialized successfully.
  static let isReady = sodium_init() >= 0

  /// Traps if libsodium cannot be initialized, because no secret may be created without it.
  static func require() { precondition(isReady, "libsodium cannot be initialised") }
}

/// The system's random generator.
package enum Randomness {
  /// Returns `count` random bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    Sodium.require()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// Returns 64 random bits.
  package static func word() -> UInt64 {
    Sodium.require()
    var word: UInt64 = 0
    randombytes_buf(&word, MemoryLayout<UInt64>.size)
    return word
  }

  /// Returns a uniformly distributed number from 0 to `bound - 1`; `bound` is 1 to 2^32 - 1.
  package static func number(below bound: Int) -> Int {
    Sodium.require()
    return Int(randombytes_uniform(UInt32(bound)))
  }
}

/// Returns true if two byte strings are equal. The time reveals only their lengths.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && sodium_memcmp(left, right, left.count) == 0
}
