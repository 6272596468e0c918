import Foundation
import Testing
import ValenceClient

struct EnteringTests {
  private static let tree = """
    {"operation": "trial", "version": "1", "evaluate": {"method": "POST", "href": "/operations/trial/evaluate"}, "atoms": [
      {"id": "byCode", "kind": "toggle", "shown": true, "enabled": true, "required": false, "value": false, "notify": "change"},
      {"id": "code", "kind": "textInput", "type": "code", "shown": false, "enabled": true, "required": false},
      {"id": "why", "kind": "textInput", "shown": false, "enabled": true, "required": false},
      {"id": "note", "kind": "text", "shown": false, "enabled": true},
      {"id": "lines", "kind": "repeat", "shown": true, "enabled": true, "required": false, "notify": "change", "max": 9,
       "item": {"atoms": [\(item("1"))]}, "items": [{"atoms": [\(item("1"))]}, {"atoms": [\(item("1"))]}, {"atoms": [\(item("1"))]}]},
      {"id": "send", "kind": "button", "shown": true, "enabled": true, "action": {"name": "submit", "method": "POST", "href": "/s"}}]}
    """

  private static func item(_ count: String) -> String {
    """
    {"id": "count", "kind": "textInput", "shown": true, "enabled": true, "required": false, "value": "\(count)", "notify": "commit"},
    {"id": "inner", "kind": "repeat", "shown": true, "enabled": true, "required": false, "max": 9,
     "item": {"atoms": [{"id": "what", "kind": "textInput", "shown": true, "enabled": true, "required": false, "value": "paper"}]},
     "items": [{"atoms": [{"id": "what", "kind": "textInput", "shown": true, "enabled": true, "required": false, "value": "paper"}]}]}
    """
  }

  private var form: LiveForm

  init() throws { form = LiveForm(try JSONDecoder().decode(Tree.self, from: Data(Self.tree.utf8))) }

  private func states(_ revision: Int, _ atoms: String) throws -> States {
    try JSONDecoder().decode(
      States.self, from: Data(#"{"version": "1", "revision": \#(revision), "atoms": {\#(atoms)}}"#.utf8))
  }

  /// The values of the items, each as `count/inner`.
  private var lines: [String] {
    func said(_ value: WireValue?) -> String { value.map { $0.string ?? "null" } ?? "absent" }
    return (form.values["lines"]?.array ?? []).map { line in
      let inner = line.object?["inner"]?.array?.first?.object?["what"]
      return "\(said(line.object?["count"]))/\(said(inner))"
    }
  }

  @Test("A preset follows the server and is sent only after the user enters a value")
  func sendsPresetAfterEntry() throws {
    let tree = """
      {"operation": "trial", "version": "1", "evaluate": {"method": "POST", "href": "/e"}, "atoms": [
        {"id": "kept", "kind": "toggle", "shown": true, "enabled": true, "required": true, "value": false, "notify": "change"},
        {"id": "preset", "kind": "textInput", "shown": true, "enabled": true, "required": true, "value": "start", "entered": false},
        {"id": "send", "kind": "button", "shown": true, "enabled": true, "action": {"name": "submit", "method": "POST", "href": "/s"}}]}
      """
    var form = LiveForm(try JSONDecoder().decode(Tree.self, from: Data(tree.utf8)))
    #expect(form.values == ["kept": false] && form["preset"]?.value == "start")
    _ = form.enter(true, at: "kept")
    #expect(
      form.merge(try states(1, #""preset": {"shown": true, "enabled": true, "required": true, "value": "follows"}"#)))
    #expect(form["preset"]?.value == "follows" && form.values["preset"] == nil)
    _ = form.enter("mine", at: "preset")
    #expect(form.values["preset"] == "mine" && form.tap("send")?.body?["values"]?.object?["preset"] == "mine")
  }

  @Test("A secret that is initially hidden can be entered when it is shown")
  mutating func entersSecretShownLater() throws {
    #expect(form.enter("123456", at: "code") == nil)
    #expect(form["code"]?.value == .null)
    let asked = form.enter(true, at: "byCode")
    #expect(asked != nil)
    // The server never returns the value of a secret.
    let shown =
      #""code": {"shown": true, "enabled": true, "required": true, "value": null}, "why": {"shown": true, "enabled": true, "required": false, "value": "x"}"#
    #expect(form.merge(try states(1, shown)))
    #expect(form["code"]?.isInput == true && form["note"]?.isInput == false)
    _ = form.enter("123456", at: "code")
    #expect(form.values["code"] == "123456" && form.values["why"] == "x")
    #expect(form.tap("send")?.body?["values"]?.object?["code"] == "123456")
    #expect(form.keptValues["code"] == nil)
  }

  @Test("A secret that is shown without a value can be entered") mutating func entersSecretWithoutValue() throws {
    _ = form.enter(true, at: "byCode")
    #expect(form.merge(try states(1, #""code": {"shown": true, "enabled": true, "required": true}"#)))
    _ = form.enter("123456", at: "code")
    #expect(form.values["code"] == "123456")
  }

  @Test("A cleared value moves with its item when items are added and removed")
  mutating func movesClearedValuesWithItems() {
    _ = form.enter(.null, at: "lines[1].count")
    _ = form.enter(.null, at: "lines[2].inner[0].what")
    #expect(lines == ["1/paper", "null/paper", "1/null"])
    _ = form.addItem(to: "lines")
    #expect(lines == ["1/paper", "null/paper", "1/null", "1/paper"])
    _ = form.removeItem(0, from: "lines")
    #expect(lines == ["null/paper", "1/null", "1/paper"])
    _ = form.removeItem(0, from: "lines")
    #expect(lines == ["1/null", "1/paper"])
    _ = form.removeItem(0, from: "lines")
    // A new item has default values, even if a value was cleared at the same index before.
    _ = form.addItem(to: "lines")
    #expect(lines == ["1/paper", "1/paper"])
  }

  @Test("An edited value is reported at its new index after an item is removed") mutating func reportsEditAtNewIndex() {
    _ = form.enter("7", at: "lines[2].count")
    _ = form.removeItem(0, from: "lines")
    let ended = form.endEditing(at: "lines[1].count")
    #expect(ended?.body["changed"]?.array?.contains("lines[1].count") == true)
  }

  @Test("A cleared value is dropped with an item that the server removes")
  mutating func dropsClearedValueWithItem() throws {
    _ = form.enter(.null, at: "lines[2].count")
    _ = form.enter(true, at: "byCode")
    #expect(
      form.merge(try states(1, #""lines": {"shown": true, "enabled": true, "required": false, "value": [{}, {}]}"#)))
    #expect(lines == ["1/paper", "1/paper"])
    _ = form.addItem(to: "lines")
    #expect(lines == ["1/paper", "1/paper", "1/paper"])
  }
}
