import JSON
import Testing

@Suite struct OutlineTests {
  private let text =
    #"{"a": {"list": [1, -2, 3.50, 5000000000], "ё": "Ё\n"}, "\u0062": null, "c": [], "d": {}, "": "none"}"#

  @Test("An outline creates the value of a single member") func createsSingleMember() throws {
    let root = try Outline(of: Array(text.utf8)).root
    #expect(root["a"]?["list"]?[1] == -2)
    #expect(root.member("a")?["list"] == [1, -2, .decimal(try #require(Decimal("3.50"))), 5_000_000_000])
    #expect(root.member("a")?["ё"] == "Ё\n")
    #expect(root["c"] == [])
    #expect(root["d"] == .object(Object()))
    #expect(root[""] == "none")
  }

  @Test("An outline finds a member whose name is written with escapes") func findsEscapedName() throws {
    let root = try Outline(of: Array(text.utf8)).root
    #expect(root.member("b")?.isNull == true)
    #expect(root.member(#"\u0062"#) == nil)
  }

  @Test("Member access on an outline returns nil for arrays and absent names") func memberOfArrayIsNil() throws {
    let root = try Outline(of: Array(text.utf8)).root
    #expect(root.member("c")?.isObject == false)
    #expect(root.member("c")?.member("a") == nil)
    #expect(root.member("list") == nil)
  }

  @Test("An object of an outline equals the parsed object and can be edited") func outlineObjectEqualsParsed() throws {
    let made = try #require(try Value(reading: text).object)
    var object = try #require(try Outline(of: Array(text.utf8)).root.object)
    #expect(object == made && made == object)
    #expect(object.count == 5 && object.names == ["a", "b", "c", "d", ""])
    #expect(object["d"] == .object(Object()) && object["e"] == nil)
    let before = object
    object["c"] = 1
    object["b"] = nil
    #expect(object.names == ["a", "c", "d", ""] && object["c"] == 1)
    #expect(before == made)
    #expect(try Outline(of: Array("[]".utf8)).root.object == nil)
  }

  @Test("The root value of an outline equals the value from the reader") func rootEqualsParsedValue() throws {
    #expect(try Outline(of: Array(text.utf8)).root.value == Value(reading: text))
  }

  @Test(
    "An outline rejects a text with a syntax error or a duplicate key in any member",
    arguments: [
      (#"{"a": 1, "b": {"x": 1, "y": [], "x": 2}}"#, 32), (#"{"a": 1, "b": {"x": 1, "\u0078": 2}}"#, 23),
      (#"{"a": 1, "b": {"\u0078": 1, "x": 2}}"#, 28), (#"{"a": 1, "b": "\x"}"#, 15), (#"{"a": 1, "b": 01}"#, 15),
      (#"{"a": 1} ,"#, 9), (#"{"a": 1, "\ud800": 2}"#, 10),
    ])
  func rejectsFaultAnywhere(text: String, offset: Int) {
    let error = #expect(throws: SyntaxError.self) { try Outline(of: Array(text.utf8)) }
    #expect(error?.offset == offset)
  }

  @Test("An outline rejects a duplicate key in an object of up to 40 members", arguments: [15, 16, 17, 40])
  func rejectsDuplicateInLargeObject(count: Int) throws {
    let members = (0..<count).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    let root = try Outline(of: Array("{\(members)}".utf8)).root
    #expect(root["n\(count - 1)"] == .integer(Int64(count - 1)))
    let error = #expect(throws: SyntaxError.self) { try Outline(of: Array("{\(members),\"n3\":0}".utf8)) }
    #expect(error?.kind == .duplicateKey("n3"))
  }
}
