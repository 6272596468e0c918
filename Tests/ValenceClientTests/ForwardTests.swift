import Foundation
import Testing
import ValenceClient

/// Compatibility with newer servers: unknown kinds, names and members are preserved.
struct ForwardTests {
  private static func read<Model: Decodable>(_ text: String) throws -> Model {
    try JSONDecoder().decode(Model.self, from: Data(text.utf8))
  }

  private static let tree = """
    {"operation": "new", "version": "1", "title": "New", "transition": {"kind": "fold", "appearance": {"speed": 2}},
     "mood": {"colour": "blue", "shade": 0.1},
     "atoms": [
       {"id": "slider", "kind": "slider", "shown": true, "enabled": true, "required": true, "value": "0.10",
        "notify": "whisper", "steps": [1, 2.5, 1e400, 123456789012345678901234567890.5]},
       {"id": "name", "kind": "textInput", "type": "runes", "shown": true, "value": null, "hint": 7},
       {"id": "go", "kind": "button", "shown": true, "action": {"name": "dance", "method": "POST", "href": "/dance"}}]}
    """

  @Test("An atom of an unknown kind is read with all its members") func readsUnknownKind() throws {
    let tree: Tree = try Self.read(Self.tree)
    #expect(tree.atoms.map(\.kind.rawValue) == ["slider", "textInput", "button"])
    let slider = try #require(tree.atoms.first)
    #expect(slider.isInput && slider.isRequired && slider.value == "0.10")
    #expect(slider.notify == .commit)
    let steps = try #require(slider.members["steps"]?.array)
    #expect(steps[0] == 1)
    #expect(steps[1].text == "2.5")
    #expect(steps[2] == .null)
    #expect(steps[3].text == "123456789012345678901234567890.5")
    #expect(tree.members["mood"]?.object?["shade"]?.text == "0.1")
    #expect(tree.transition.appearance == .other(["speed": 2]))
  }

  @Test("The warnings of a submission are read with their atoms") func readsWarningsOfSubmission() throws {
    let warned: Submission = try Self.read(
      """
      {"href": "/submissions/1", "warnings": {
        "sum": {"code": "check", "message": "Much", "params": {"most": "5"}}, "from": {"message": "Newer"}, "odd": 1,
        "lines[0].sum": {"code": "later", "message": "Late"}}}
      """)
    #expect(warned.warnings.map(\.atom) == ["lines[0].sum", "sum"])
    #expect(warned.warnings.map(\.message) == ["Late", "Much"])
    #expect(warned.warnings.last?.params == ["most": "5"])
    let plain: Submission = try Self.read(#"{"href": "/submissions/1"}"#)
    #expect(plain.warnings.isEmpty)
  }

  @Test(
    "A formatted text with unreadable blocks is drawn as its caption",
    arguments: [
      #"null"#, #""x""#, #"[1]"#, #"[{"spans": []}]"#, #"[{"kind": "paragraph", "spans": [{"strong": true}]}]"#,
      #"[{"kind": "list", "items": [{"text": "a"}]}]"#, #"[{"kind": "list", "items": [["a"]]}]"#,
    ])
  func ignoresUnreadableBlocks(blocks: String) throws {
    let atom: Atom = try Self.read(#"{"id": "a", "kind": "text", "caption": "Plain", "markdown": \#(blocks)}"#)
    #expect(atom.markdown == nil && atom.caption == "Plain")
  }

  @Test("Nested lists of a formatted text are read with the text of their item") func readsNestedLists() throws {
    let atom: Atom = try Self.read(
      """
      {"id": "a", "kind": "text", "caption": "• x", "markdown": [{"kind": "list", "ordered": false, "items": [
        [{"text": "x", "emphasis": true}, {"kind": "list", "ordered": true, "items": [[{"text": "y"}]]}]]}]}
      """)
    let item = try #require(atom.markdown?.first?.items.first)
    #expect(item.spans.map(\.text) == ["x"] && item.spans.map(\.isEmphasis) == [true])
    #expect(item.lists.map(\.isOrdered) == [true] && item.lists.first?.items.first?.spans.first?.text == "y")
  }

  @Test("A member of an unexpected type is ignored") func ignoresMemberOfOtherType() throws {
    let tree: Tree = try Self.read(Self.tree)
    #expect(tree.atoms[1].hint == nil)
    #expect(tree.atoms[1].content.rawValue == "runes")
    #expect(tree.atoms[2].action?.name.rawValue == "dance")
  }

  @Test("V1, T2: a value of an atom of an unknown kind is kept, and an action of an unknown name posts nothing")
  func keepsValueOfUnknownKind() throws {
    var form = LiveForm(try Self.read(Self.tree))
    _ = form.enter("0.20", at: "slider")
    let tap = try #require(form.tap("go"))
    #expect(form.values == ["slider": "0.20"] && tap.body == nil)
  }

  @Test("Unknown members of a tree are preserved when it is encoded") func encodesUnknownMembers() throws {
    let tree: Tree = try Self.read(Self.tree)
    let again = try JSONDecoder().decode(Tree.self, from: JSONEncoder().encode(tree))
    #expect(again == tree)
    #expect(again.wire["mood"] == tree.wire["mood"])
  }

  @Test(
    "A tree without a required member is rejected with the name of the member",
    arguments: [
      ("{\"version\": \"1\", \"atoms\": []}", "tree", "operation"),
      ("{\"operation\": \"a\", \"version\": \"1\"}", "tree", "atoms"),
      ("{\"operation\": \"a\", \"version\": \"1\", \"atoms\": [{\"kind\": \"text\"}]}", "atom", "id"),
      ("{\"operation\": \"a\", \"version\": \"1\", \"atoms\": [{\"id\": \"x\"}]}", "atom", "kind"),
      ("{\"operation\": \"a\", \"version\": \"1\", \"atoms\": [1]}", "tree", "atoms"),
    ])
  func reportsMissingMember(_ text: String, _ record: String, _ member: String) throws {
    let failure = #expect(throws: Unreadable.self) { try Self.read(text) as Tree }
    #expect(failure.map { "\($0.record).\($0.member)" } == "\(record).\(member)")
  }
}
