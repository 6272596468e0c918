import Atoms
import Foundation
import Testing

/// The drawing cases of the conformance kit.
@Suite struct DrawingCaseTests {
  private struct CaseFile: Decodable {
    struct Case: Decodable {
      struct Given: Decodable { let tree: Tree }
      let given: Given
    }
    let cases: [Case]
  }

  private struct Tree: Decodable { let atoms: [Part] }

  private struct Item: Decodable { let atoms: [Part] }

  /// An atom with the names of its members.
  private struct Part: Decodable {
    private struct Name: CodingKey {
      let stringValue: String
      let intValue: Int? = nil
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let kind: String
    let members: Set<String>
    let inner: [Part]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      kind = try container.decode(String.self, forKey: Name(stringValue: "kind"))
      members = Set(container.allKeys.map(\.stringValue))
      let atoms = try container.decodeIfPresent([Part].self, forKey: Name(stringValue: "atoms")) ?? []
      let items = try container.decodeIfPresent([Item].self, forKey: Name(stringValue: "items")) ?? []
      inner = atoms + items.flatMap(\.atoms)
    }

    var all: [Part] { [self] + inner.flatMap(\.all) }
  }

  private static func drawn() throws -> [Part] {
    let folder = Repository.root.appending(path: "conformance/cases/drawing")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.flatMap {
      let file = try JSONDecoder().decode(CaseFile.self, from: Data(contentsOf: folder.appending(path: $0)))
      return file.cases.flatMap { $0.given.tree.atoms.flatMap(\.all) }
    }
  }

  /// Members that a drawing case cannot show, with the reason.
  private static let undrawn = [
    "live": "selects the values that a submission reports", "notify": "selects the questions",
    "entered": "selects the posted values", "either": "names the inputs that an entry changes",
    "pattern": "the server judges it",
  ]

  @Test("Each kind of the table of drawn members has a drawing case") func eachKindHasCase() throws {
    let drawn = Set(try Self.drawn().map(\.kind))
    let missing = AtomRegistry.kinds.map { $0.name }.filter { !drawn.contains($0) }
    #expect(missing == [], "add cases to conformance/cases/drawing")
  }

  @Test("Each member of a kind that a client draws is in a drawing case") func eachMemberHasCase() throws {
    let drawn = try Self.drawn()
    let missing = DrawnMembers.all.filter { member in
      guard !member.kinds.isEmpty, Self.undrawn[member.name] == nil else { return false }
      return !drawn.contains { $0.members.contains(member.name) }
    }
    #expect(missing.map(\.name) == [], "add cases to conformance/cases/drawing, or a reason to `undrawn`")
  }
}
