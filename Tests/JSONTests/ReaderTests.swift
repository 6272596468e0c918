import JSON
import SeededRandom
import Testing

@Suite struct ReaderTests {
  @Test(
    "The JSON reader returns an integer for a whole number of 64 bits",
    arguments: [
      ("1", Value.integer(1)), ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("1000000000000000000", .integer(1_000_000_000_000_000_000)),
    ])
  func readsInt64AsInteger(text: String, expected: Value) throws {
    let value = try Value(reading: text)
    #expect(value.integer == expected.integer)
  }

  @Test(
    "The JSON reader returns a decimal for other numbers of up to 38 digits",
    arguments: ["1.0", "1e0", "-0.0", "9223372036854775808", "1e400", "0.1234567890123456789012345678901234567"])
  func readsOtherNumbersAsDecimal(text: String) throws {
    guard case .decimal(let number) = try Value(reading: text) else {
      Issue.record("the value is not a decimal")
      return
    }
    #expect(number == Decimal(text))
  }

  @Test("The JSON reader returns a Double for a number of more than 38 digits") func readsLongNumberAsDouble() throws {
    guard case .float(let number) = try Value(reading: "0." + String(repeating: "3", count: 39)) else {
      Issue.record("the value is not a Double")
      return
    }
    #expect(number == 1.0 / 3)
  }

  @Test("The JSON reader rejects 10,000 nested arrays at the depth limit") func rejectsDeepNesting() throws {
    let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let error = #expect(throws: SyntaxError.self) { try Value(reading: text) }
    #expect(error?.kind == .tooDeep(limit: 64) && error?.offset == 64)
  }

  @Test("The JSON reader rejects a million brackets under the largest depth limit") func rejectsMillionBrackets() throws
  {
    let text = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    let error = #expect(throws: SyntaxError.self) { try Value(reading: text, limits: Limits(depth: .max)) }
    #expect(error?.kind == .tooDeep(limit: Limits.greatestDepth))
  }

  @Test(
    "The JSON depth limit counts nested containers",
    arguments: [("[[[]]]", 3), ("{\"a\":{\"b\":[1]}}", 3), ("[[],[]]", 2), ("1", 1)])
  func depthCountsNestedContainers(text: String, depth: Int) throws {
    _ = try Value(reading: text, limits: Limits(depth: depth))
    guard depth > 1 else { return }
    let error = #expect(throws: SyntaxError.self) { try Value(reading: text, limits: Limits(depth: depth - 1)) }
    #expect(error?.kind == .tooDeep(limit: depth - 1))
  }

  @Test("The JSON reader rejects a text that exceeds the size limit") func rejectsTextOverSizeLimit() throws {
    _ = try Value(reading: "[1,2]", limits: Limits(size: 5))
    let error = #expect(throws: SyntaxError.self) { try Value(reading: "[1,2]", limits: Limits(size: 4)) }
    #expect(error?.kind == .tooLong(limit: 4) && error?.offset == 4)
  }

  @Test("The JSON reader rejects a duplicate key in an object of any size", arguments: [15, 16, 17, 40, 1000])
  func rejectsDuplicateKey(count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":\($0)" }
    for name in [0, count / 2, count - 1] {
      let head = "{" + members.joined(separator: ",") + ","
      let error = #expect(throws: SyntaxError.self) { try Value(reading: head + "\"k\(name)\":0}") }
      #expect(error?.kind == .duplicateKey("k\(name)") && error?.offset == head.utf8.count)
    }
    let object = try Value(reading: "{" + members.joined(separator: ",") + "}").object
    #expect(object?.names == (0..<count).map { "k\($0)" })
  }

  @Test("Composed and decomposed forms of a name are two JSON keys") func distinguishesNormalizationForms() throws {
    let names = (0..<20).map { "k\($0)" } + ["\u{E9}", "e\u{301}"]
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let object = try #require(try Value(reading: text).object)
    #expect(object.count == 22)
    #expect(object.members.last?.name.unicodeScalars.count == 2)
  }

  @Test(
    "A JSON syntax error describes its cause and byte offset",
    arguments: [
      (#"{"a":1,"a":2}"#, "duplicate key `a` at offset 7"), ("[1 2]", "expected `,` or `]`, found `2` at offset 3"),
      ("[1,\u{7F}]", "expected a value, found byte 7f at offset 3"),
      (#"{"a" 1}"#, "expected `:`, found `1` at offset 5"),
      ("nul", "unexpected end at offset 3"), ("nule", "expected `null`, found `e` at offset 3"),
      ("", "no value at offset 0"),
      ("\"\u{1}\"", "control character byte 01 in a string at offset 1"),
      ("1e99999", "number out of range at offset 0"),
      (#""\ud800""#, "lone surrogate \\ud800 at offset 1"), ("1 1", "unexpected text after the value at offset 2"),
      ("01", "malformed number at offset 1"), (#""\x""#, "unknown escape at offset 1"),
    ])
  func describesSyntaxError(text: String, message: String) throws {
    let error = #expect(throws: SyntaxError.self) { try Value(reading: text) }
    #expect(error?.description == message)
  }

  @Test("A JSON text with one random byte changed is read or rejected at an offset within it")
  func readsOrRejectsMutatedText() throws {
    var random = Chance(7)
    let rows = try #require(TextCase.all)
    for row in rows {
      for _ in 0..<40 where !row.bytes.isEmpty {
        var bytes = row.bytes
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        do {
          let value = try Value(reading: bytes)
          #expect(try Value(reading: value.description) == value)
        } catch {
          #expect((0...bytes.count).contains(error.offset))
        }
      }
    }
  }
}
