import JSON
import SeededRandom
import Testing

@Suite struct CanonicalTests {
  private func canonical(_ text: String) throws -> String {
    String(decoding: try Value(reading: text).canonical, as: UTF8.self)
  }

  @Test(
    "Canonical JSON sorts members by bytes and normalizes numbers and escapes",
    arguments: [
      (#"{"b":1,"a":{"d":2,"c":3}}"#, #"{"a":{"c":3,"d":2},"b":1}"#), (#" [ 1 , 2 ] "#, "[1,2]"), ("1.50", "1.5"),
      ("100.00", "100"), ("1e2", "100"), ("-0.0", "0"), ("0e10", "0"), ("1e64", "1E+64"), ("1e63", "1" + zeros(63)),
      ("-25e-4", "-0.0025"), (#""\u0041\/\u000a\u007f""#, "\"A/\\n\u{7F}\""), (#""\u001F""#, #""\u001f""#),
      // In UTF-8 order: A, a, аз (D0), ｆ (EF), 😀 (F0). In UTF-16 order, 😀 (D83D) precedes ｆ (FF46).
      ("{\"😀\":1,\"ｆ\":2,\"аз\":3,\"a\":4,\"A\":5,\"\":6}", "{\"\":6,\"A\":5,\"a\":4,\"аз\":3,\"ｆ\":2,\"😀\":1}"),
      (#"{"ab":1,"a":2}"#, #"{"a":2,"ab":1}"#),
    ])
  func matchesCanonicalForm(text: String, expected: String) throws {
    #expect(try canonical(text) == expected)
  }

  @Test("Canonical JSON writes a Double as its shortest decimal") func writesDoubleAsShortestDecimal() {
    #expect(Value.float(0.1).canonical == Array("0.1".utf8))
    #expect(Value.float(100).canonical == Array("100".utf8))
    #expect(Value.float(1e20).canonical == Array(("1" + zeros(20)).utf8))
    #expect(Value.float(.leastNonzeroMagnitude).canonical == Array("0".utf8))
  }

  @Test("JSON values have equal canonical bytes exactly when they are equal") func equalValuesShareCanonicalBytes() {
    var random = Chance(11)
    let values = (0..<400).map { _ in Value.random(depth: 3, using: &random) }
    for value in values {
      let respelled = value.respelled(using: &random)
      #expect(respelled == value)
      #expect(respelled.canonical == value.canonical)
    }
    for (one, other) in zip(values, values.dropFirst()) {
      #expect((one == other) == (one.canonical == other.canonical))
    }
  }

  @Test("A random JSON value is read back from its compact, pretty and canonical text") func readsBackEveryForm() throws
  {
    var random = Chance(13)
    for _ in 0..<400 {
      let value = Value.random(depth: 4, using: &random)
      for text in [value.description, value.pretty, String(decoding: value.canonical, as: UTF8.self)] {
        #expect(try Value(reading: text) == value)
      }
      #expect(try Value(reading: value.canonical).canonical == value.canonical)
      #expect(try Value(reading: value.description).description == value.description)
    }
  }
}

private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
