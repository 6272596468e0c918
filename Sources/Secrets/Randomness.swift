import CSodium

/// The system's random generator.
package enum Randomness {
  /// `count` random bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    Sodium.require()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
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
