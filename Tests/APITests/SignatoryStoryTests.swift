import Dates
import JSON
import Model
import Services
import TestBank
import Testing

/// The account of a company in the requests of its signatory.
struct SignatoryStoryTests {
  private let server: TestServer
  private let person: Visitor
  private let company: AccountNumber

  init() throws {
    (server, person) = try TestServer().withPerson()
    let services = server.services
    let customer = try services.customers.add(
      Customers.Draft(externalID: "C-7", kind: .company, name: "ООО Ромашка")
    ).wait()
    company = try #require(AccountNumber("40702810400000000960"))
    var opening = AccountOpening(company, .rub, of: customer.id)
    opening.balance = Money(minor: 100_00, .rub)
    opening.access = [
      AccountOpening.Access(person: server.access.person.id, role: .signatory, caption: "Ромашка")
    ]
    try services.accountRegister.open([opening]).wait()
  }

  private func submit(from: AccountNumber, to: String) throws -> Visitor.Answer {
    try person.submit(
      ["from": .string(from.rawValue), "to": .string(to), "amount": "1.00"], to: "transfer.own", key: "1")
  }

  @Test("The form of transfers neither offers nor accepts the account of a company") func formOffersOwnAccounts()
    throws
  {
    let tree = try person.get("/operations/transfer.own")
    for place in 0...1 {
      let options = tree["atoms"]?[place]?["options"]?.array?.compactMap { $0["value"]?.string } ?? []
      #expect(!options.contains(company.rawValue))
    }
    let refused = try submit(from: company, to: try person.account("Текущий"))
    #expect(refused.status == 422 && refused["errors"]?[0]?["atom"] == "from")
    #expect(refused["errors"]?[0]?["code"] == "option")
    #expect(try person.balance("Ромашка") == "100.00")
  }

  /// The definitions of a bank can still have a form that offers all accounts that may pay.
  @Test("A form that offers the account of a company transfers nothing from it") func otherFormIsRefused() throws {
    try server.serve([
      """
      operation: trial.transfer
      title: {ru: Перевод, en: Transfer}
      effect: transfer
      atoms:
        - {accountPicker: from, caption: {ru: Со счёта, en: From}, filter: "isOwner == YES"}
        - {accountPicker: to, caption: {ru: На счёт, en: To}, filter: "isOwner == YES"}
        - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currencyFrom: $from.currency}
        - {textInput: purpose, caption: {ru: Назначение, en: Purpose}, optional: true}
        - {button: send, caption: {ru: Перевести, en: Transfer}, action: submit}
      """
    ])
    let own = try person.account("Текущий")
    for (from, to, atom, code) in [
      (company.rawValue, own, "from", "payer-not-owned"), (own, company.rawValue, "to", "payee-not-owned"),
    ] {
      let refused = try person.submit(
        ["from": .string(from), "to": .string(to), "amount": "1.00"], to: "trial.transfer", key: code)
      #expect(refused.status == 422 && refused["errors"]?[0]?["atom"]?.string == atom)
      #expect(refused["errors"]?[0]?["code"]?.string == code)
    }
    #expect(try person.balance("Ромашка") == "100.00")
  }

  @Test("The list shows the role, and its total has only own money") func totalHasOwnMoney() throws {
    let list = try person.get("/accounts")
    let roles = list["data"]?.array?.compactMap { $0["role"]?.string }
    #expect(roles == ["owner", "owner", "owner", "owner", "viewer", "signatory"])
    #expect(list["data"]?.array?.last?["isOwner"] == true)
    #expect(list["summary"]?[0]?["value"] == "200550.50")
    let screen = try person.get("/screens/overview")
    let total = screen["modules"]?.array?.first { $0["id"] == "roubles" }
    #expect(total?["pair"]?["value"] == "200550.50", "\(String(describing: total))")
  }

  @Test("The requisites have the company as the recipient") func requisitesNameCompany() throws {
    let answer = try person.get("/accounts/\(company)/requisites")
    #expect(answer["data"]?[0]?["pair"]?["value"] == "ООО Ромашка")
  }

  @Test("The list and the fact of accounts omit an account after its access has ended")
  func listOmitsEndedAccess() throws {
    let services = server.services
    let end = services.clock() + .seconds(3600)
    try services.accountRegister.grant(.owner, on: company, to: server.access.person.id, until: end).wait()
    func isIn(_ list: Value?) -> Bool { list?.array?.contains { $0["caption"] == "Ромашка" } ?? false }
    let listed = { isIn(try person.get("/accounts")["data"]) }
    let offered = { isIn(try person.get("/operations/transfer.own")["atoms"]?[0]?["options"]) }
    #expect(try listed() && offered())
    server.pass(.seconds(3600))
    #expect(try services.accessExpiry.endDue(alone: .seconds(20)).wait() == 1)
    #expect(try !listed() && !offered())
  }
}
