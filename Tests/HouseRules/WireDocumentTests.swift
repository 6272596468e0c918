import Atoms
import Foundation
import Testing

/// The tables of `docs/protocol.md` that are made from the table of drawn members.
@Suite struct WireDocumentTests {
  private static let page = "docs/protocol.md"
  private static let start = "<!-- Recorded from DrawnMembers: -->"
  private static let end = "<!-- End of the record. -->"

  @Test("The tables of members of atoms match the table of drawn members") func tablesMatchDrawnMembers() throws {
    let text = try Repository.text(of: Self.page)
    let start = try #require(text.firstRange(of: Self.start), "\(Self.page) has no recorded tables")
    let end = try #require(text.firstRange(of: Self.end), "the end of the tables is missing in \(Self.page)")
    let expected = "\n\n" + MemberTables.all + "\n"
    guard text[start.upperBound..<end.lowerBound] != expected else { return }
    guard ProcessInfo.processInfo.environment["VALENCE_RECORD"] == "1" else {
      Issue.record("the tables of \(Self.page) differ from `DrawnMembers`; VALENCE_RECORD=1 records them")
      return
    }
    let whole = text[..<start.upperBound] + expected + text[end.lowerBound...]
    try Data(whole.utf8).write(to: Repository.root.appending(path: Self.page))
    Issue.record("recorded the tables of \(Self.page): review them and run again without VALENCE_RECORD")
  }
}

extension WireDocumentTests {
  /// Members that the client library does not read, with the reason.
  private static let unread = [
    "normalize": "the server changes the text, and `normalized` explains the changes"
  ]

  @Test("The client library reads each member of atoms") func clientLibraryReadsEachMember() throws {
    let files = try Repository.files().filter { $0.hasPrefix("Sources/ValenceClient/") && $0.hasSuffix(".swift") }
    let text = try files.map(Repository.text(of:)).joined()
    let missing = DrawnMembers.all.map(\.name).filter { !text.contains("\"\($0)\"") && Self.unread[$0] == nil }
    #expect(missing == [], "add a property to Sources/ValenceClient/Models")
  }
}

/// The table of drawn members as Markdown.
private enum MemberTables {
  private static let head = "| member | type | sent in | meaning | example |\n|---|---|---|---|---|\n"
  /// The number of kinds from which a member is in the table of several kinds.
  private static let several = 10

  static var all: String {
    let kinds = AtomRegistry.kinds.map { $0.name }
    let (common, inputs) = (DrawnMembers.all.filter(isCommon), DrawnMembers.all.filter(isOfInputs))
    let shared = DrawnMembers.all.filter { isShared($0, kinds) }
    let items = DrawnMembers.all.filter(\.kinds.isEmpty)
    return section("Every atom", common) + section("Every input", inputs) + section("Several kinds", shared, kinds)
      + kinds.map { section("`\($0)`", own($0, kinds)) }.joined() + section("The state of an item", items) + objects
  }

  private static func isCommon(_ member: DrawnMember) -> Bool { member.kinds == .all }
  private static func isOfInputs(_ member: DrawnMember) -> Bool {
    !isCommon(member) && member.kinds.isSuperset(of: .inputs)
  }

  /// Returns true for a member that many kinds have.
  private static func isShared(_ member: DrawnMember, _ kinds: [String]) -> Bool {
    !isCommon(member) && !isOfInputs(member) && names(member, kinds).count >= several
  }

  /// Returns the names of the kinds that have a member.
  private static func names(_ member: DrawnMember, _ kinds: [String]) -> [String] {
    kinds.filter { !member.kinds.isDisjoint(with: KindSet(kind: $0)) }
  }

  /// Returns the members of a kind that are in no table above.
  private static func own(_ kind: String, _ kinds: [String]) -> [DrawnMember] {
    let isInput = !KindSet.inputs.isDisjoint(with: KindSet(kind: kind))
    return DrawnMembers.of(KindSet(kind: kind)).filter {
      !isCommon($0) && !isShared($0, kinds) && !(isInput && isOfInputs($0))
    }
  }

  /// Returns a heading and a table; empty without members. With `kinds`, the meaning names the
  /// kinds of each member.
  private static func section(_ title: String, _ members: [DrawnMember], _ kinds: [String] = []) -> String {
    guard !members.isEmpty else { return "" }
    let rows = members.map { member in
      let place = member.kinds.isEmpty ? "states" : member.place == .state ? "tree, states" : "tree"
      let of = kinds.isEmpty ? "" : " (" + names(member, kinds).map { "`\($0)`" }.joined(separator: ", ") + ")"
      return "| `\(member.name)` | \(text(member.type)) | \(place) | \(member.about)\(of) | `\(member.example)` |\n"
    }
    return "#### \(title)\n\n\(head)\(rows.joined())\n"
  }

  /// The objects in members, which are schemas of the OpenAPI document.
  private static var objects: String {
    let rows = DrawnRecord.all.map { record in
      let members = record.members.map { member in
        let about = member.about.map { ": \($0)" } ?? ""
        return "`\(member.name)`\(member.isRequired ? "" : "?") (\(text(member.type)))\(about)"
      }
      return "| `\(record.name)` | \(record.about) | \(members.joined(separator: "; ")) |\n"
    }
    return "#### Objects\n\nA member with `?` is optional.\n\n| object | meaning | members |\n|---|---|---|\n"
      + rows.joined()
  }

  private static func plural(of type: DrawnType) -> String {
    switch type {
    case .text: "texts"
    case .integer: "integers"
    case .list(let type): "lists of \(plural(of: type))"
    case .either(let types): types.map(plural).joined(separator: " or ")
    default: text(type)
    }
  }

  private static func text(_ type: DrawnType) -> String {
    switch type {
    case .text: "text"
    case .integer: "integer"
    case .boolean: "boolean"
    case .object: "object"
    case .any: "value"
    case .yes: "`true`"
    case .word(let words): words.words.map { "`\($0)`" }.joined(separator: ", ")
    case .record(let name): "`\(name)`"
    case .list(let type): "list of \(plural(of: type))"
    case .either(let types): types.map(text).joined(separator: " or ")
    case .nullable(let type): "\(text(type)) or null"
    }
  }
}
