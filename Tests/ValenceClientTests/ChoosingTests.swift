import Foundation
import Testing
import ValenceClient

/// The value of a choice of several options after taps.
struct ChoosingTests {
  private static func atom(_ value: String) throws -> Atom {
    let text = """
      {"operation": "trial", "version": "1", "atoms": [
        {"id": "topics", "kind": "choices", "shown": true, "enabled": true, "required": false, "value": \(value),
         "exclusive": ["none"],
         "options": [{"value": "a", "caption": "A"}, {"value": 2, "caption": "B"}, {"value": "none", "caption": "C"}]}]}
      """
    return try #require(try JSONDecoder().decode(Tree.self, from: Data(text.utf8)).atoms.first)
  }

  @Test(
    "A tap adds or removes an option in the order of the options, and an exclusive option is alone",
    arguments: [
      ("null", 2, [2]), ("[2]", "a", ["a", 2]), ("[\"a\", 2]", "a", [2]), ("[2]", 2, .null),
      ("[\"a\", 2]", "none", ["none"]), ("[\"none\"]", 2, [2]), ("[\"old\"]", "a", ["a"]),
    ] as [(String, WireValue, WireValue)])
  func tapsOption(_ before: String, _ option: WireValue, _ after: WireValue) throws {
    let atom = try Self.atom(before)
    #expect(atom.value(afterTapping: option) == after)
    #expect(atom.isChosen("a") == before.contains("\"a\""))
  }
}
