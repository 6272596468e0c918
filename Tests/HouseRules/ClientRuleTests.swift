import Foundation
import Testing

/// The rules of a client in `conformance/rules.json`, which docs/protocol.md shows.
@Suite struct ClientRuleTests {
  private struct Rule: Decodable {
    let id: String
    let part: String
    let rule: String
  }

  private static func rules() throws -> [Rule] {
    let text = try Repository.text(of: "conformance/rules.json")
    return try JSONDecoder().decode([Rule].self, from: Data(text.utf8))
  }

  @Test("docs/protocol.md shows the rules of the conformance kit") func documentShowsRules() throws {
    let rows = try Self.rules().map { "| \($0.id) | \($0.rule) |" }
    let expected = (["| rule | |", "|---|---|"] + rows).joined(separator: "\n") + "\n"
    let text = try Repository.text(of: "docs/protocol.md")
    let table = try #require(text.firstMatch(of: /(?m)^\| rule \| \|\n(?:\|.*\n)*/))
    guard table.output != expected else { return }
    guard ProcessInfo.processInfo.environment["VALENCE_RECORD"] == "1" else {
      Issue.record("the rules in docs/protocol.md are out of date; VALENCE_RECORD=1 writes them")
      return
    }
    let recorded = text.replacingCharacters(in: table.range, with: expected)
    try Data(recorded.utf8).write(to: Repository.root.appending(path: "docs/protocol.md"))
    Issue.record("wrote the rules in docs/protocol.md: review them and run again without VALENCE_RECORD")
  }

  @Test("Rules are numbered without gaps in each part, and each id begins with the letter of its part")
  func rulesAreNumbered() throws {
    var last: [Character: Int] = [:]
    var parts: [Character: String] = [:]
    for rule in try Self.rules() {
      let letter = try #require(rule.id.first)
      #expect(Int(rule.id.dropFirst()) == last[letter, default: 0] + 1, "\(rule.id)")
      last[letter, default: 0] += 1
      #expect(parts[letter, default: rule.part] == rule.part, "\(rule.id) is in another part than \(letter)1")
      parts[letter] = rule.part
    }
  }
}
