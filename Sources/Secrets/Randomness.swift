import CSodium

/// The system's random generator.
package enum Randomness {
  /// `count` random bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    Sodium.require()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      randombytes_buf(buffer.baseAddress, count)
      initialized = count
    }
  }

  /// 64 random bits.
  package static func word() -> UInt64 {
    Sodium.require()
    var word: UInt64 = 0
    randombytes_buf(&word, MemoryLayout<UInt64>.size)
    return word
  }

  /// A number from 0 up to and without `bound`, each as likely as the others; `bound` is at least 1.
  package static func number(below bound: Int) -> Int {
    Sodium.require()
    return Int(randombytes_uniform(UInt32(bound)))
  }
}
