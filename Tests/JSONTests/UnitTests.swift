import JSON
import Testing

@Suite struct UnitTests {
  @Test(
    "A text with exactly the given number of digits is parsed as a number",
    arguments: [
      ("044525225", 9, 44_525_225), ("000000000", 9, 0), ("04452522", 9, nil), ("0445252255", 9, nil),
      ("04452522a", 9, nil),
      ("", 9, nil), ("04452522\u{661}", 10, nil), ("999999999999999999", 18, 999_999_999_999_999_999),
      ("1234567890123456789", 19, nil),
    ] as [(String, Int, UInt64?)])
  func parsesFixedDigits(_ text: String, _ count: Int, _ number: UInt64?) {
    #expect(text.number(ofDigits: count) == number)
  }

  @Test("A text of 20 digits is split into two numbers of 10 digits") func splitsTwentyDigits() {
    let numbers = "40702810138250123017".numbersOfTwentyDigits
    #expect(numbers?.0 == 4_070_281_013)
    #expect(numbers?.1 == 8_250_123_017)
    for text in [
      "", "4070281013825012301", "407028101382501230170", "40702A10138250123017", "4070281013825012301\u{661}",
    ] {
      #expect(text.numbersOfTwentyDigits == nil, "\(text)")
    }
  }

  @Test("ASCII text with visible first and last characters is detected") func detectsVisibleASCIIEnds() {
    for text in ["a", "a b", "!", "~", "ООО"] { #expect(text.hasOnlyASCIIUnitsWithVisibleEnds == (text != "ООО")) }
    for text in ["", " a", "a ", "\u{7F}", "a\t", "\u{1}a", "aя"] { #expect(!text.hasOnlyASCIIUnitsWithVisibleEnds) }
  }

  /// Tests each offset in texts of up to 24 characters, because the function reads eight bytes at a
  /// time.
  @Test("The scalar count of a text is nil if it contains a control character") func countsScalars() {
    for length in 0..<25 {
      for part in ["a", "я", "€", "😀"] {
        let text = String(repeating: part, count: length)
        #expect(text.countOfScalarsWithoutControls == length, "\(text)")
        for control in ["\u{0}", "\t", "\u{1F}", "\u{7F}"] {
          for place in 0...length {
            let broken = text.prefix(place) + control + text.dropFirst(place)
            #expect(String(broken).countOfScalarsWithoutControls == nil, "\(broken)")
          }
        }
      }
      for visible in [" ", "~", "\u{80}", "\u{9F}", "\u{FF}", "\u{10FFFF}"] {
        #expect((String(repeating: "x", count: length) + visible).countOfScalarsWithoutControls == length + 1)
      }
    }
  }

  /// Characters above U+FFFF are escaped as surrogate pairs.
  @Test("Characters of every UTF-8 length are read from Unicode escapes") func readsEscapedCharacters() throws {
    let codes: [UInt32] = [
      0x01, 0x20, 0x22, 0x5C, 0x7F, 0x80, 0x430, 0x7FF, 0x800, 0x20AC, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600,
      0x10FFFF,
    ]
    for code in codes {
      let character = String(try #require(Unicode.Scalar(code)))
      let escaped = character.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
      #expect(try Value(reading: "[\"a\(escaped)\(escaped)b\"]") == .array([.string("a\(character)\(character)b")]))
    }
  }

  @Test("The JSON reader skips any amount of whitespace between tokens") func skipsBlanks() throws {
    for count in 0..<40 {
      let blanks = String(repeating: " ", count: count)
      #expect(try Value(reading: "\(blanks)[\(blanks)1\(blanks),\(blanks)2\n\(blanks)]\(blanks)") == [1, 2])
    }
    #expect(throws: SyntaxError.self) { try Value(reading: "        x") }
  }

  @Test("An outline finds members after a name with escapes") func findsMemberAfterEscapedName() throws {
    let part = try Outline(of: Array(#"{"a":1,"\u0062":2,"c":3,"я":4,"":5}"#.utf8)).root
    #expect(["a", "b", "c", "я", ""].map { part[$0] } == [1, 2, 3, 4, 5])
    #expect(part["d"] == nil)
    let plain = try Outline(of: Array(#"{"a":1,"bb":{"c":2},"cc":3}"#.utf8)).root
    #expect(plain["cc"] == 3)
    #expect(plain.member("bb")?["c"] == 2)
    #expect(plain["c"] == nil)
  }

  @Test("Byte arrays that differ in length or in one bit have different fingerprints") func fingerprintsDifferByAnyBit()
  {
    var seen: Set<UInt64> = []
    for length in 0..<40 {
      let zeros = [UInt8](repeating: 0, count: length)
      #expect(seen.insert(zeros.fingerprint).inserted)
      for place in 0..<length {
        for bit in 0..<8 {
          var changed = zeros
          changed[place] = 1 << UInt8(bit)
          #expect(seen.insert(changed.fingerprint).inserted)
          #expect(changed.fingerprint == Array(changed).fingerprint)
        }
      }
    }
  }
}
