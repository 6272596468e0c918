import JSON
import Testing

private let caption: Writer.Key = "caption"

@Suite struct WriterTests {
  private func text(_ write: (inout Writer) -> Void) -> String {
    var writer = Writer()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func commasComeBetweenMembersAndElementsOnly() {
    let text = text { writer in
      writer.object { writer in
        writer.key("a")
        writer.integer(1)
        writer.key(caption)
        writer.string("БИК")
        writer.key("list")
        writer.array { writer in
          writer.null()
          writer.array { _ in }
          writer.object { _ in }
          writer.bool(true)
          writer.raw("[1,2]".utf8)
          writer.float(0.5)
        }
        writer.key("last")
        writer.bool(false)
      }
    }
    #expect(text == #"{"a":1,"caption":"БИК","list":[null,[],{},true,[1,2],0.5],"last":false}"#)
  }

  @Test func aKeyIsEscapedLikeText() {
    let key: Writer.Key = "a\"b\n"
    let text = text { writer in
      writer.object { writer in
        writer.key(key)
        writer.null()
        writer.key("\\\u{1}")
        writer.null()
      }
    }
    #expect(text == #"{"a\"b\n":null,"\\\u0001":null}"#)
  }

  @Test(
    arguments: [
      0, 1, 9, 10, 11, 99, 100, 101, -1, -10, 999_999, 1_000_000, .max, .min, .max - 1, 1_000_000_000_000_000_000,
      -9_999_999_999,
    ] as [Int64])
  func anIntegerIsWrittenInItsDigits(_ number: Int64) {
    #expect(text { $0.integer(number) } == String(number))
  }

  @Test func everyPowerOfTenAndItsNeighboursAreRight() {
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      for number in [power - 1, power, power + 1, -power] { #expect(text { $0.integer(number) } == String(number)) }
    }
  }

  @Test(arguments: [(1e-7, "0.0000001"), (1e21, "1000000000000000000000"), (5.0, "5.0"), (-0.5, "-0.5")])
  func aBinaryNumberHasNoExponent(_ number: Double, written: String) { #expect(text { $0.float(number) } == written) }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e64])
  func aNumberWithoutPlainDigitsIsNull(_ number: Double) {
    #expect(text { $0.float(number) } == "null")
    #expect(Value.float(number).canonical == Array("null".utf8))
  }

  @Test func everyScalarBelowTheSpaceIsEscapedAndNoOther() throws {
    for code in UInt8(0)...0x7F {
      let plain = String(UnicodeScalar(code))
      let written = text { $0.string(plain) }
      #expect((written.utf8.count == 3) == (code >= 0x20 && code != 0x22 && code != 0x5C))
      #expect(try Value(reading: written).string == plain)
    }
  }

  @Test func prettyPutsOneMemberALine() {
    let value: Value = ["a": 1, "b": [true, []], "c": [:], "д": ["e": nil]]
    #expect(
      value.pretty == """
        {
          "a": 1,
          "b": [
            true,
            []
          ],
          "c": {},
          "д": {
            "e": null
          }
        }
        """)
  }

  /// Eight bytes are looked at together: each that needs an escape is found at every place of texts of every length.
  @Test(arguments: ["\"", "\\", "\n", "\u{1F}", "\u{0}"])
  func anEscapeIsFoundAtEveryPlace(_ escaped: String) throws {
    for length in 1..<40 {
      for filling in ["a", "\u{7F}", "я", "\u{10FFFF}", "!", " ", "[", "]", "#"] {
        for place in 0..<length {
          let start = String(repeating: filling, count: place)
          let value = start + escaped + String(repeating: filling, count: length - place - 1)
          #expect(try Value(reading: text { $0.string(value) }) == .string(value))
        }
        let plain = String(repeating: filling, count: length)
        #expect(text { $0.string(plain) } == "\"\(plain)\"")
      }
    }
  }

  @Test func aTextOfPiecesIsTheWholeText() {
    let text = text { writer in
      writer.array { writer in
        writer.beginText()
        writer.piece("БИК ")
        writer.piece("")
        writer.piece("\"0\n")
        writer.endText()
        writer.beginText()
        writer.endText()
        writer.string("")
      }
    }
    #expect(text == #"["БИК \"0\n","",""]"#)
  }

  @Test func renderedKeysStandBetweenOthers() {
    let text = text { writer in
      writer.key(rendered: #"{"a":1,"b":"#)
      writer.integer(2)
      writer.key(rendered: #""c":"#)
      writer.null()
      writer.beginObject(caption)
      writer.endObject()
      writer.endObject()
    }
    #expect(text == #"{"a":1,"b":2,"c":null,"caption":{}}"#)
  }

  @Test func memoryGrowsWithWhatIsWritten() {
    var writer = Writer(capacity: 0)
    writer.beginArray()
    for number in 0..<10_000 { writer.integer(number) }
    writer.string(String(repeating: "я", count: 100_000))
    writer.endArray()
    let numbers = (0..<10_000).map(String.init).joined(separator: ",")
    let expected = "[\(numbers),\"\(String(repeating: "я", count: 100_000))\"]"
    let (count, bytes) = (writer.count, writer.bytes)
    #expect(count == expected.utf8.count)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
