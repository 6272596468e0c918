import TestBank
import Testing
import ValenceClient

struct LibraryItemTests {
  private static let definition = """
    operation: trial.lines
    title: {ru: Строки, en: Lines}
    effect: document
    atoms:
      - repeat: lines
        min: 1
        max: 3
        atoms:
          - {textInput: what, caption: {ru: Что, en: What}}
          - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: amount, currency: RUB, min: 1}
      - {textInput: total, caption: {ru: Всего, en: Total}, type: amount, currency: RUB, value: "$lines.@sum.sum"}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  @Test("The library adds, removes and sends items of a list") func addsRemovesAndSendsItems() async throws {
    let person = try await TestServer(serving: [Self.definition]).libraryPerson()
    var form = try await person.form("trial.lines")
    #expect(form["lines"]?.items?.count == 1)
    #expect(!form.canRemoveItem(from: "lines"))
    try await person.enter(["lines[0].what": "Paper", "lines[0].sum": "10.10"], into: &form)
    for _ in 0..<2 {
      if let question = form.addItem(to: "lines") { form.merge(try await person.client.ask(question)) }
    }
    #expect(form["lines"]?.items?.count == 3)
    #expect(!form.canAddItem(to: "lines"))
    try await person.enter(["lines[2].what": "Ink", "lines[2].sum": "0.5"], into: &form)
    #expect(form["lines[2].sum"]?.error?.code == "min")
    try await person.enter(["lines[2].sum": "20.20"], into: &form)
    #expect(form["total"]?.value == "30.30")
    // A late answer about the third item does not apply to the item that has become the second.
    _ = form.enter("5", at: "lines[2].sum")
    let question = form.endEditing(at: "lines[2].sum")
    let asked = try #require(question)
    let late = try await person.client.ask(asked)
    _ = form.enter("7", at: "lines[1].sum")
    let removed = form.removeItem(1, from: "lines")
    let removal = try #require(removed)
    #expect(form["lines[1].what"]?.value == "Ink")
    form.merge(late)
    #expect(form["lines"]?.items?.count == 2)
    #expect(form["lines[1].sum"]?.value == "5")
    form.merge(try await person.client.ask(removal))
    #expect(form["total"]?.value == "15.10")
    try await person.enter(["lines[1].sum": "20.20"], into: &form)
    guard case .progress(let progress) = try await person.client.send(try #require(form.tap("send"))) else {
      throw LibraryPerson.NotThere()
    }
    #expect(progress.submission?.status == "executed" || progress.submission?.status == "signed")
  }
}
