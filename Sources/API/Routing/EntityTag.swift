/// A tag that tells two bodies apart: not a secret, so a fast hash serves (FNV-1a, 64 bits).
enum EntityTag {
  /// The tag of a body, 16 hexadecimal digits.
  static func of(_ body: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
