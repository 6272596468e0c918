import TestBank
import Testing
import ValenceClient

struct LibraryListTests {
  private static let definition = """
    operation: trial.list
    title: {ru: Список, en: List}
    atoms:
      - {toggle: closed, caption: {ru: Закрыто, en: Closed}}
      - {enum: again, caption: {ru: Снова, en: Again}, optional: true, options: {a: {all: A}, b: {all: B}}, onChange: {reset: own}}
      - repeat: own
        caption: {ru: Счета, en: Accounts}
        defaultFrom: "SUBQUERY(accounts, $a, $a.currency == TERNARY($closed == YES, 'RUB', 'USD'))"
        max: 20
        atoms:
          - {textInput: value, caption: {ru: Номер, en: Number}}
          - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true}
          - {textInput: shown, caption: {ru: Вид, en: Shown}, value: "concat($value, '!')", optional: true}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  @Test("The library follows the preset of a list until an item is entered, and again after a reset")
  func followsPreset() async throws {
    let market = try Market()
    let person = LibraryPerson(try market.server(serving: Self.definition))
    try await person.login()
    var form = try await person.form("trial.list")
    let first = form["own"]?.items?.count ?? 0
    #expect(form["own"]?.followsPreset == true && form.values["own"] == nil)
    try await person.enter(["closed": true], into: &form)
    let count = form["own"]?.items?.count ?? 0
    #expect(count > 0 && count != first && form.values["own"] == nil)
    #expect(form["own[0].shown"]?.value.string == form["own[0].value"]?.value.string.map { "\($0)!" })
    try await person.enter(["own[0].note": "mine"], into: &form)
    let posted = try #require(form.values["own"]?.array)
    #expect(posted.count == count && posted[0].object?["note"] == "mine")
    #expect(posted.allSatisfy { $0.object?["value"]?.string?.isEmpty == false })
    try await person.enter(["closed": false], into: &form)
    #expect(form["own"]?.items?.count == count && form["own[0].note"]?.value == "mine")
    let redrawn = form.redrawn(as: try await person.form("trial.list").tree)
    #expect(redrawn.values["own"]?.array?.count == count && redrawn["own[0].note"]?.value == "mine")
    try await person.enter(["again": "a"], into: &form)
    #expect(form["own"]?.items?.count == first && form["own"]?.followsPreset == true && form.values["own"] == nil)
    if let question = form.addItem(to: "own") { form.merge(try await person.client.ask(question)) }
    #expect(form.values["own"]?.array?.count == first + 1)
  }
}
