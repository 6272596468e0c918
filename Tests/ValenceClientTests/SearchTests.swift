import Foundation
import Testing
import ValenceClient

struct SearchTests {
  private static let tree = """
    {"operation": "trial", "version": "1", "retryAfter": 5, "evaluate": {"method": "POST", "href": "/operations/trial/evaluate"}, "atoms": [
      \(search("address", #""a-1""#, #"{"value": "a-1", "caption": "Тверская, 1"}"#)),
      {"id": "lines", "kind": "repeat", "shown": true, "enabled": true, "required": false, "max": 9,
       "item": {"atoms": [\(search("payee"))]}, "items": [{"atoms": [\(search("payee"))]}]},
      {"id": "name", "kind": "textInput", "shown": true, "enabled": true, "required": true, "value": null, "notify": "commit"}]}
    """
  private static let page = """
    {"revision": 3, "after": "20", "data": [
      {"value": "a-2", "caption": "Тверская, 3", "detail": "125009", "postal": "125009"}, {"value": "a-3", "caption": "Тверская, 5"}]}
    """

  private static func search(_ id: String, _ value: String = "null", _ chosen: String = "null") -> String {
    """
    {"id": "\(id)", "kind": "search", "shown": true, "enabled": true, "required": true, "minLength": 2, "hint": "Street",
     "value": \(value), "chosen": \(chosen), "notify": "change", "search": {"method": "POST", "href": "/operations/trial/options"}}
    """
  }

  private static func read<Model: Decodable>(_ text: String) throws -> Model {
    try JSONDecoder().decode(Model.self, from: Data(text.utf8))
  }

  private var form: LiveForm

  init() throws { form = LiveForm(try Self.read(Self.tree)) }

  @Test("A search atom is read with its link and its chosen option") func readsSearch() throws {
    let search = try #require(form["address"])
    #expect(search.kind == .search && Atom.Kind.all.contains(.search))
    #expect(search.minLength == 2 && search.hint == "Street" && search.isInput)
    #expect(search.search?.method == "POST" && search.search?.href == "/operations/trial/options")
    #expect(search.chosen?.value == "a-1" && search.chosen?.caption == "Тверская, 1")
    #expect(form["lines[0].payee"]?.chosen == nil && form["name"]?.search == nil)
  }

  @Test("A page of options is read with its cursor") func readsOptionPage() throws {
    let page: OptionPage = try Self.read(Self.page)
    #expect(page.revision == 3 && page.after == "20")
    #expect(page.options.map(\.caption) == ["Тверская, 3", "Тверская, 5"])
    #expect(page.options.map(\.detail) == ["125009", nil])
    #expect(page.options[0].wire["postal"] == "125009")
    let last: OptionPage = try Self.read(#"{"data": []}"#)
    #expect(last.options.isEmpty && last.after == nil && last.revision == nil)
  }

  @Test(
    "A malformed page of options is rejected with the name of the missing member",
    arguments: [
      (#"{"revision": 1}"#, "options", "data"), (#"{"data": [1]}"#, "options", "data"),
      (#"{"data": [{"caption": "x"}]}"#, "option", "value"),
    ])
  func reportsMissingMember(_ text: String, _ record: String, _ member: String) {
    let failure = #expect(throws: Unreadable.self) { try Self.read(text) as OptionPage }
    #expect(failure.map { "\($0.record).\($0.member)" } == "\(record).\(member)")
  }

  @Test("A search request has the path of the atom and a text of at least the minimum length")
  func buildsSearchRequest() throws {
    let question = try #require(form.search("тверская", at: "lines[0].payee", number: 3, after: "20"))
    #expect(question.link.href == "/operations/trial/options")
    #expect(
      question.body == [
        "atom": "lines[0].payee", "text": "тверская", "revision": 3, "version": "1", "after": "20",
      ])
    #expect(form.search("тв", at: "address", number: 1)?.body["after"] == nil)
    // A text that is too short, an atom that is not a search, and an unknown path.
    #expect(form.search("т", at: "address", number: 1) == nil)
    #expect(form.search("тверская", at: "name", number: 1) == nil)
    #expect(form.search("тверская", at: "nowhere", number: 1) == nil)
  }

  @Test("A search that needs values sends the values of the form, and reads the missing inputs")
  mutating func sendsValues() throws {
    #expect(form["address"]?.needsValues == false && form.search("тв", at: "address", number: 1)?.body["values"] == nil)
    let tree = Self.tree.replacing(#""minLength": 2, "#, with: #""minLength": 2, "needsValues": true, "#)
    var dependent = LiveForm(try Self.read(tree))
    _ = dependent.enter("Анна", at: "name")
    let question = try #require(dependent.search("тв", at: "lines[0].payee", number: 1))
    #expect(question.body["values"] == .object(dependent.values))
    #expect(question.body["values"]?.object?["name"] == "Анна" && question.body["values"]?.object?["address"] == "a-1")
    let page: OptionPage = try Self.read(
      #"{"data": [], "missing": {"text": "Fill in first: City", "atoms": ["city"]}}"#)
    #expect(page.options.isEmpty && page.missing?.text == "Fill in first: City" && page.missing?.atoms == ["city"])
    let found: OptionPage = try Self.read(#"{"data": [], "after": "40"}"#)
    #expect(found.missing == nil && found.after == "40")
  }

  @Test("A choice is reported immediately and has its caption") mutating func reportsChoice() throws {
    let page: OptionPage = try Self.read(Self.page)
    let question = form.choose(page.options[0], at: "address")
    #expect(question?.body["values"]?.object?["address"] == "a-2")
    #expect(question?.body["changed"] == ["address"])
    #expect(form["address"]?.chosen?.caption == "Тверская, 3")
    let cleared = form.choose(nil, at: "address")
    #expect(cleared?.body["values"]?.object?["address"] == .null)
    #expect(form["address"]?.value == .null && form["address"]?.chosen == nil)
    let nothing = form.choose(page.options[0], at: "name")
    #expect(nothing == nil && form["name"]?.value == .null)
  }

  @Test("A late state does not replace a newer choice") mutating func preservesNewerChoice() throws {
    let page: OptionPage = try Self.read(Self.page)
    _ = form.choose(page.options[0], at: "address")
    // The person chooses again before the response to the first choice arrives.
    _ = form.choose(page.options[1], at: "address")
    let state = """
      "address": {"shown": true, "value": "a-2", "chosen": {"value": "a-2", "caption": "Тверская, 3"}}
      """
    #expect(form.merge(try Self.read(#"{"version": "1", "revision": 1, "atoms": {\#(state)}}"#)))
    #expect(form["address"]?.value == "a-3" && form["address"]?.chosen?.caption == "Тверская, 5")
    // A value that is entered without an option has none until the server returns it.
    _ = form.enter("a-2", at: "address")
    #expect(form["address"]?.chosen == nil)
    #expect(form.merge(try Self.read(#"{"version": "1", "revision": 3, "atoms": {\#(state)}}"#)))
    #expect(form["address"]?.chosen?.caption == "Тверская, 3")
  }

  @Test("A choice retains its caption if the server returns none") mutating func retainsCaptionOfChoice() throws {
    let page: OptionPage = try Self.read(Self.page)
    _ = form.choose(page.options[0], at: "address")
    let state = #""address": {"shown": true, "value": "a-2", "chosen": null}"#
    #expect(form.merge(try Self.read(#"{"version": "1", "revision": 1, "atoms": {\#(state)}}"#)))
    #expect(form["address"]?.chosen?.caption == "Тверская, 3")
    // Another value from the server has no caption yet.
    _ = form.enter("x", at: "name")
    _ = form.endEditing(at: "name")
    let other = #""address": {"shown": true, "value": "a-9", "chosen": null}"#
    #expect(form.merge(try Self.read(#"{"version": "1", "revision": 2, "atoms": {\#(other)}}"#)))
    #expect(form["address"]?.value == "a-9" && form["address"]?.chosen == nil)
  }

  @Test("An unavailable value is requested again without validation") mutating func retriesUnknownValues() throws {
    #expect(form.tree.retryAfter == 5)
    let states: States = try Self.read(#"{"version": "1", "revision": 1, "retryAfter": 7, "atoms": {}}"#)
    #expect(states.retryAfter == 7)
    let again = form.wholeQuestion(judges: false)
    #expect(again != nil && again?.body["commit"] == nil && again?.body["changed"] == nil)
    let whole = form.wholeQuestion()
    #expect(whole?.body["commit"] == true && whole?.body["changed"] == nil)
    // After a response without validation, the value keeps its warning, and the next request
    // validates it. An empty field is not validated.
    let warning = #""warning": {"code": "lookupFailed", "message": "The register is silent", "params": {}}"#
    _ = form.enter("a-7", at: "address")
    #expect(
      form.merge(
        try Self.read(
          #"{"version": "1", "revision": 3, "retryAfter": 5, "atoms": {"address": {"shown": true, "value": "a-7", \#(warning)}, "name": {"shown": true, "enabled": false, "value": null, \#(warning)}}}"#
        )))
    #expect(form["address"]?.isUnknown == true && form["name"]?.isUnknown == true && !form.isWaiting)
    _ = form.wholeQuestion(judges: false)
    let known =
      #""address": {"shown": true, "value": "a-7", "warning": null}, "name": {"shown": true, "enabled": true, "value": null, "warning": null}"#
    #expect(form.merge(try Self.read(#"{"version": "1", "revision": 4, "atoms": {\#(known)}}"#)))
    #expect(form["address"]?.isUnknown == true && form["name"]?.isUnknown == false)
    let rest = form.question()
    #expect(rest?.body["changed"] == ["address"] && rest?.body["commit"] == true)
    #expect(form.merge(try Self.read(#"{"version": "1", "revision": 5, "atoms": {\#(known)}}"#)))
    #expect(form["address"]?.isUnknown == false && form.question() == nil)
    // A change that no response covers is reported first.
    _ = form.enter("x", at: "name")
    _ = form.endEditing(at: "name")
    let change = form.wholeQuestion(judges: false)
    #expect(change?.body["changed"] == ["name"])
  }
}
