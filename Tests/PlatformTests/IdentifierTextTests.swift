import Platform
import Testing

struct IdentifierTextTests {
  @Test(
    "An identifier is written in the canonical form of a UUID",
    arguments: [
      (0, 0, "00000000-0000-0000-0000-000000000000"), (.max, .max, "ffffffff-ffff-ffff-ffff-ffffffffffff"),
      (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, "01234567-89ab-cdef-fedc-ba9876543210"),
      (0x01a1_fbc2_8b21_7d5c, 0xa9c2_7a4a_3f4b_7f19, "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19"),
    ] as [(UInt64, UInt64, String)])
  func writesCanonicalForm(_ high: UInt64, _ low: UInt64, _ text: String) {
    #expect(String(identifier: high, low) == text)
  }

  @Test("Each hexadecimal digit is written at all positions of an identifier") func writesAllHexadecimalDigits() {
    for digit in 0..<16 as Range<UInt64> {
      let word = digit &* 0x1111_1111_1111_1111
      let character = Character(String(digit, radix: 16))
      #expect(String(identifier: word, word).allSatisfy { $0 == character || $0 == "-" })
    }
  }
}
