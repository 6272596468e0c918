import Foundation
import Testing
import ValenceClient

/// Items that a person copies and moves.
struct ItemPositionTests {
  private static func item(_ count: String) -> String {
    """
    {"title": "Item \(count)", "atoms": [
      {"id": "count", "kind": "textInput", "shown": true, "enabled": true, "required": false, "value": "\(count)", "notify": "commit"},
      {"id": "note", "kind": "textInput", "shown": true, "enabled": true, "required": false, "value": null},
      {"id": "pin", "kind": "textInput", "type": "code", "shown": true, "enabled": true, "required": false, "value": null},
      {"id": "terms", "kind": "consent", "shown": true, "enabled": true, "required": true, "value": false}]}
    """
  }

  /// Returns a form with three items.
  private static func form(_ members: String = #""copy": true, "order": true,"#, most: Int = 4) throws -> LiveForm {
    let items = ["1", "2", "3"].map(item).joined(separator: ",")
    let tree = """
      {"operation": "trial", "version": "1", "evaluate": {"method": "POST", "href": "/e"}, "atoms": [
        {"id": "lines", "kind": "repeat", "shown": true, "enabled": true, "required": false, "notify": "change", \(members)
         "max": \(most), "item": \(item("0")), "items": [\(items)]}]}
      """
    return LiveForm(try JSONDecoder().decode(Tree.self, from: Data(tree.utf8)))
  }

  private static func counts(_ form: LiveForm) -> [String?] {
    (form.values["lines"]?.array ?? []).map { $0.object?["count"]?.string }
  }

  @Test("A copied item follows its original, without secrets and consents") func copiesItem() throws {
    var form = try Self.form()
    _ = form.enter("4321", at: "lines[1].pin")
    _ = form.enter("x", at: "lines[1].note")
    _ = form.enter("y", at: "lines[2].note")
    _ = form.enter(nil, at: "lines[1].note")
    _ = form.enter(true, at: "lines[1].terms")
    let question = form.copyItem(1, in: "lines")
    #expect(question?.body["changed"] == ["lines"])
    #expect(Self.counts(form) == ["1", "2", "2", "3"])
    #expect(form["lines"]?.items?.map(\.title) == ["Item 1", "Item 2", "Item 2", "Item 3"])
    let lines = form.values["lines"]?.array ?? []
    #expect(lines.map { $0.object?["pin"] } == [nil, "4321", nil, nil])
    #expect(lines.map { $0.object?["terms"] } == [false, true, nil, false])
    // The cleared note of the original is cleared in the copy too.
    #expect(lines.map { $0.object?["note"] } == [nil, .null, .null, "y"])
    // The copy is an item of its own.
    _ = form.enter("7", at: "lines[2].count")
    #expect(Self.counts(form) == ["1", "2", "7", "3"])
    let again = form.copyItem(0, in: "lines")
    #expect(!form.canCopyItem(in: "lines") && again == nil)
  }

  @Test(
    "A moved item keeps its entries, and the items between move by one",
    arguments: [(0, 2, ["2", "3", "1"]), (2, 0, ["3", "1", "2"]), (1, 2, ["1", "3", "2"])])
  func movesItem(index: Int, target: Int, counts: [String]) throws {
    var form = try Self.form()
    _ = form.enter("x", at: "lines[1].note")
    #expect(form.canMoveItem(index, to: target, in: "lines"))
    #expect(form.moveItem(index, to: target, in: "lines")?.body["changed"] == ["lines"])
    #expect(Self.counts(form) == counts)
    let notes = (form.values["lines"]?.array ?? []).map { $0.object?["note"] }
    #expect(notes.firstIndex(of: "x") == counts.firstIndex(of: "2") && notes.compactMap(\.self) == ["x"])
  }

  @Test("A response to an earlier request does not change a moved item") func ignoresLateResponse() throws {
    var form = try Self.form()
    _ = form.enter("5", at: "lines[0].count")
    #expect(form.endEditing(at: "lines[0].count") != nil)
    _ = form.moveItem(0, to: 2, in: "lines")
    let late = """
      {"version": "1", "revision": 1, "atoms": {"lines[0].count": {"shown": true, "value": "5"}, "lines[0]": {"shown": true, "title": "Late"}}}
      """
    #expect(form.merge(try JSONDecoder().decode(States.self, from: Data(late.utf8))))
    #expect(Self.counts(form) == ["2", "3", "5"])
    #expect(form["lines"]?.items?.map(\.title) == ["Item 2", "Item 3", "Item 1"])
  }

  @Test("Items are copied and moved only if the list allows it and has room") func refusesOtherChanges() throws {
    var plain = try Self.form("")
    #expect(plain.copyItem(0, in: "lines") == nil && plain.moveItem(0, to: 1, in: "lines") == nil)
    #expect(Self.counts(plain) == ["1", "2", "3"])
    let full = try Self.form(most: 3)
    #expect(!full.canCopyItem(in: "lines") && full.canMoveItem(0, to: 1, in: "lines"))
    for (index, target) in [(0, 0), (0, 3), (3, 0), (-1, 0)] {
      #expect(!full.canMoveItem(index, to: target, in: "lines"))
    }
    #expect(!full.canMoveItem(0, to: 1, in: "nobody"))
  }
}
