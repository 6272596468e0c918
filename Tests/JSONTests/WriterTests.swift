import JSON
import Testing

private let caption: Writer.Key = "caption"

@Suite struct WriterTests {
  private func text(_ write: (inout Writer) -> Void) -> String {
    var writer = Writer()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("The JSON writer puts commas only between members and elements") func separatesWithCommas() {
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

  @Test("The JSON writer escapes keys like strings") func escapesKeys() {
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
    "The JSON writer writes a 64-bit integer in decimal digits",
    arguments: [
      0, 1, 9, 10, 11, 99, 100, 101, -1, -10, 999_999, 1_000_000, .max, .min, .max - 1, 1_000_000_000_000_000_000,
      -9_999_999_999,
    ] as [Int64])
  func writesIntegerDigits(_ number: Int64) {
    #expect(text { $0.integer(number) } == String(number))
  }

  @Test("The JSON writer writes every power of ten and its neighbours") func writesPowersOfTen() {
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      for number in [power - 1, power, power + 1, -power] { #expect(text { $0.integer(number) } == String(number)) }
    }
  }

  @Test(
    "The JSON writer writes a Double without an exponent",
    arguments: [(1e-7, "0.0000001"), (1e21, "1000000000000000000000"), (5.0, "5.0"), (-0.5, "-0.5")])
  func writesDoubleWithoutExponent(_ number: Double, written: String) { #expect(text { $0.float(number) } == written) }

  @Test(
    "The JSON writer writes null for NaN, infinity and a Double of 1e64",
    arguments: [Double.nan, .infinity, -.infinity, 1e64])
  func writesNullForUnwritableDouble(_ number: Double) {
    #expect(text { $0.float(number) } == "null")
    #expect(Value.float(number).canonical == Array("null".utf8))
  }

  @Test("The JSON writer escapes only control characters, quotes and backslashes") func escapesControlCharacters()
    throws
  {
    for code in UInt8(0)...0x7F {
      let plain = String(UnicodeScalar(code))
      let written = text { $0.string(plain) }
      #expect((written.utf8.count == 3) == (code >= 0x20 && code != 0x22 && code != 0x5C))
      #expect(try Value(reading: written).string == plain)
    }
  }

  @Test("Pretty-printed JSON has one member or element per line") func prettyPrintsOneMemberPerLine() {
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

  /// The writer checks eight bytes at a time, so every offset within them is tested.
  @Test(
    "The JSON writer escapes a character at every offset of texts of up to 39 characters",
    arguments: ["\"", "\\", "\n", "\u{1F}", "\u{0}"])
  func escapesAtEveryOffset(_ escaped: String) throws {
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

  @Test("The JSON writer joins the pieces of a text into one string") func joinsTextPieces() {
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

  @Test("The JSON writer accepts rendered keys between other members") func mixesRenderedKeys() {
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

  @Test("The JSON writer's buffer grows from zero capacity as values are written") func growsBuffer() {
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
