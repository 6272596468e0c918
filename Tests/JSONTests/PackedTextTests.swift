import JSON
import Testing

@Suite struct PackedTextTests {
  @Test("Packed text appends literals, numbers, bytes and strings in call order") func appendsPiecesInOrder() {
    var line = Array("> ".utf8)
    line.append(upTo: 80) { text in
      text.put(literal: "status=")
      text.put(digitsOf: 200)
      text.put(byte: UInt8(ascii: " "))
      text.put("a text with more bytes than a String stores inline")
      text.put("")
      text.put(bytes: Array(" я".utf8))
    }
    #expect(
      String(decoding: line, as: UTF8.self) == "> status=200 a text with more bytes than a String stores inline я")
  }

  @Test(
    "Packed text writes an unsigned number in decimal digits",
    arguments: [0, 9, 10, 99, 100, 18_446_744_073_709_551_615, 10_000_000_000] as [UInt64])
  func writesUnsignedDigits(_ number: UInt64) {
    var line: [UInt8] = []
    line.append(upTo: 20) { $0.put(digitsOf: number) }
    #expect(String(decoding: line, as: UTF8.self) == String(number))
  }

  @Test("Packed text without pieces appends nothing") func appendsNothingWithoutPieces() {
    var line: [UInt8] = []
    line.append(upTo: 0) { _ in }
    #expect(line.isEmpty)
  }
}
