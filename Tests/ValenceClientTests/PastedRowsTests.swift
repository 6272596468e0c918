import Foundation
import Testing
import ValenceClient

struct PastedRowsTests {
  private static let tree = """
    {"operation": "trial", "version": "1", "evaluate": {"method": "POST", "href": "/operations/trial/evaluate"}, "atoms": [
      {"id": "lines", "kind": "repeat", "shown": true, "enabled": true, "required": false, "max": 9, "edit": "table", "notify": "change",
       "paste": ["name", "sum"], "rows": {"method": "POST", "href": "/operations/trial/rows"},
       "item": {"atoms": [\(atoms())]}, "items": [{"atoms": [\(atoms(#""Eva""#))]}, {"atoms": [\(atoms())]}]},
      {"id": "plain", "kind": "repeat", "shown": true, "enabled": true, "required": false, "edit": "cards",
       "item": {"atoms": [\(atoms())]}, "items": []}]}
    """
  private static let rows = """
    {"operation": "trial", "version": "1", "items": [{"name": "Bo", "sum": "2.00"}, {"sum": "x"}],
     "errors": [{"atom": "lines", "code": "max", "message": "At most 3 items", "params": {"surplus": 1}},
                {"atom": "lines[2].sum", "code": "type", "message": "Enter a number", "params": {}}], "moreErrors": 4}
    """

  private static func atoms(_ name: String = "null") -> String {
    """
    {"id": "name", "kind": "textInput", "shown": true, "enabled": true, "required": true, "value": \(name)},
    {"id": "sum", "kind": "textInput", "type": "amount", "shown": true, "enabled": true, "required": false, "value": null}
    """
  }

  private static func read<Model: Decodable>(_ text: String) throws -> Model {
    try JSONDecoder().decode(Model.self, from: Data(text.utf8))
  }

  private var form: LiveForm

  init() throws { form = LiveForm(try Self.read(Self.tree)) }

  @Test("A repeat has its drawing, the columns of pasted rows and their link") func readsColumns() throws {
    let lines = try #require(form["lines"])
    #expect(lines.itemEditing == .table && lines.pasteColumns == ["name", "sum"])
    #expect(lines.rows?.href == "/operations/trial/rows")
    #expect(form["plain"]?.itemEditing == .inline && form["plain"]?.rows == nil)
  }

  @Test("Pasted rows follow the filled items, and their violations are at the inputs")
  mutating func addsRows() throws {
    let question = try #require(form.rows("Bo\t2", into: "lines"))
    #expect(question.link.href == "/operations/trial/rows" && question.kept == 1)
    #expect(question.body["keep"] == 1 && question.body["text"] == "Bo\t2" && question.body["version"] == "1")
    #expect(question.body["values"]?.object?["lines"]?.array?.count == 2)
    let pasted: PastedRows = try Self.read(Self.rows)
    #expect(pasted.moreViolations == 4 && pasted.violations.map(\.code) == ["max", "type"])
    let added = form.add(pasted, from: question)
    let change = try #require(added)
    #expect(change.body["changed"] == ["lines"])
    #expect(change.body["values"]?.object?["lines"] == [["name": "Eva"], ["name": "Bo", "sum": "2.00"], ["sum": "x"]])
    #expect(form["lines[2].sum"]?.error?.code == "type" && form["lines[1].sum"]?.error == nil)
    #expect(form["lines"]?.error?.code == "max")
    #expect(form.rows("x", into: "plain") == nil && form.rows("x", into: "lines[0].name") == nil)
  }

  @Test("Unreadable rows are rejected") func rejectsUnreadableRows() throws {
    for text in [#"{"errors": []}"#, #"{"items": [1], "errors": []}"#, #"{"items": [], "errors": [{}]}"#] {
      #expect(throws: Unreadable.self) { try Self.read(text) as PastedRows }
    }
  }
}
