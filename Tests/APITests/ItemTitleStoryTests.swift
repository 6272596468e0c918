import JSON
import TestBank
import Testing
import ValenceClient

/// Titles of items, from the form to the signature and the result, over HTTP.
struct ItemTitleStoryTests {
  private static let definition = """
    operation: trial.loan
    title: {ru: Кредит, en: Loan}
    effect: document
    sign: matrix
    atoms:
      - repeat: borrowers
        caption: {ru: Заёмщики, en: Borrowers}
        min: 1
        max: 3
        item: {ru: "Заёмщик {$name}", en: "Borrower {$name}"}
        add: {ru: Добавить заёмщика, en: Add a borrower}
        remove: {confirm: {title: {ru: "Удалить заёмщика?", en: "Remove the borrower?"}, cancel: {ru: Нет, en: Keep}}}
        atoms:
          - {textInput: name, caption: {ru: Имя, en: Name}, optional: true}
          - {textInput: income, caption: {ru: Доход, en: Income}, type: amount, currency: RUB}
      - repeat: pledges
        caption: {ru: Залоги, en: Pledges}
        item: {ru: Залог, en: Pledge}
        atoms: [{textInput: what, caption: {ru: Что, en: What}}]
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  private let person: Visitor

  init() throws { (_, person) = try TestServer(serving: [Self.definition]).withPerson() }

  @Test("A tree has the title of each item, but none for a new item") func treeHasTitles() throws {
    let values: Value = ["borrowers": [["name": "Eva"], ["income": "5"]]]
    #expect(try person.put("/drafts/trial.loan", ["values": values]).status == 201)
    let list = try person.get("/drafts/trial.loan")["next"]?["atoms"]?[0]
    #expect(list?["items"]?.array?.map { $0["title"] } == ["Borrower Eva", nil])
    #expect(list?["item"]?["title"] == nil && list?["item"]?["atoms"]?.array?.count == 2)
    #expect(list?["items"]?[0]?["atoms"]?.array?.compactMap { $0["id"]?.string } == ["name", "income"])
    #expect(list?["add"] == "Add a borrower")
    #expect(list?["remove"] == ["confirm": ["title": "Remove the borrower?", "cancel": "Keep"]])
  }

  @Test("The signature and the result name items by their titles, and an item without one by its number")
  func signsTitles() throws {
    let values: Value = [
      "borrowers": [["name": "Eva", "income": "10"], ["income": "20"]], "pledges": [["what": "House"]],
    ]
    let sent = try person.post(
      "/operations/trial.loan/submissions", ["values": values], headers: [("Idempotency-Key", "tap-1")])
    #expect(sent.status == 201, "\(sent.raw.text)")
    let shown = [
      "Borrowers, Borrower Eva, Name: Eva", "Borrowers, Borrower Eva, Income: 10.00", "Borrowers 2, Income: 20.00",
      "Pledges, Pledge, What: House",
    ]
    let captions = sent["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
    #expect(captions.filter { $0.hasPrefix("Borrowers") || $0.hasPrefix("Pledges") } == shown)
    let groups = sent["next"]?["atoms"]?.array?.compactMap { $0["pair"]?["group"]?.string } ?? []
    #expect(groups.contains("Borrowers, Borrower Eva") && groups.contains("Borrowers 2"))
    let signed = try person.sign(sent)
    #expect(signed.status == 200)
    let result = signed["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
    #expect(result.filter { $0.hasPrefix("Borrowers") || $0.hasPrefix("Pledges") } == shown)
  }

  @Test("The library shows the current titles of items") func libraryMergesTitles() async throws {
    let person = try await TestServer(serving: [Self.definition]).libraryPerson()
    var form = try await person.form("trial.loan")
    #expect(form["borrowers"]?.addItemTitle == "Add a borrower")
    #expect(form["borrowers"]?.removalQuestion?.title == "Remove the borrower?")
    #expect(form["borrowers"]?.items?.map(\.title) == [nil])
    try await person.enter(["borrowers[0].name": "Eva"], into: &form)
    #expect(form["borrowers"]?.items?.map(\.title) == ["Borrower Eva"])
    let added = form.addItem(to: "borrowers")
    form.merge(try await person.client.ask(try #require(added)))
    try await person.enter(["borrowers[1].name": "Al"], into: &form)
    #expect(form["borrowers"]?.items?.map(\.title) == ["Borrower Eva", "Borrower Al"])
    // A late answer about an item does not change the title of another item at its index.
    let renamed = form.enter("Bo", at: "borrowers[0].name") ?? form.endEditing(at: "borrowers[0].name")
    let late = try await person.client.ask(try #require(renamed))
    let removed = form.removeItem(0, from: "borrowers")
    #expect(form["borrowers"]?.items?.map(\.title) == ["Borrower Al"])
    form.merge(late)
    #expect(form["borrowers"]?.items?.map(\.title) == ["Borrower Al"])
    form.merge(try await person.client.ask(try #require(removed)))
    #expect(form["borrowers"]?.items?.map(\.title) == ["Borrower Al"])
  }
}
