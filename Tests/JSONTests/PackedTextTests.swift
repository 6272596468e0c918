import JSON
import Testing

@Suite struct PackedTextTests {
  @Test func piecesStandInTheirOrder() {
    var line = Array("> ".utf8)
    line.append(atMost: 80) { text in
      text.put(literal: "status=")
      text.put(digitsOf: 200)
      text.put(byte: UInt8(ascii: " "))
      text.put("a text with more bytes than stand in a String itself")
      text.put("")
      text.put(bytes: Array(" я".utf8))
    }
    #expect(
      String(decoding: line, as: UTF8.self) == "> status=200 a text with more bytes than stand in a String itself я")
  }

  @Test(arguments: [0, 9, 10, 99, 100, 18_446_744_073_709_551_615, 10_000_000_000] as [UInt64])
  func aNumberIsWrittenInItsDigits(_ number: UInt64) {
    var line: [UInt8] = []
    line.append(atMost: 20) { $0.put(digitsOf: number) }
    #expect(String(decoding: line, as: UTF8.self) == String(number))
  }

  @Test func noPiecesAreNoText() {
    var line: [UInt8] = []
    line.append(atMost: 0) { _ in }
    #expect(line.isEmpty)
  }
}
