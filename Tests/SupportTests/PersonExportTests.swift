import Dates
import JSON
import Model
import Services
import Support
import TestBank
import Testing

/// The export of all data about one person.
struct PersonExportTests {
  private static func parts(of person: Person, _ services: BankServices) throws -> Value {
    var writer = Writer()
    try PersonExport(services).write(person, to: &writer)
    return try #require(try Value(reading: String(decoding: writer.bytes, as: UTF8.self))["parts"])
  }

  @Test("The balance of an account is exported only while the access is valid") func omitsBalanceAfterEnd() throws {
    let server = try TestServer()
    let (services, person) = (server.services, server.access.person)
    let accounts = try services.accounts.all(person.id)
    let register = services.accountRegister
    try register.grant(.owner, on: accounts[1].number, to: person.id, until: services.clock() + .seconds(60)).wait()
    try register.revoke(accounts[0].number, from: person.id).wait()
    func balances() throws -> [Value?] {
      let rows = try Self.parts(of: person, services)["accounts"]?["rows"]?.array ?? []
      return accounts[0...2].map { account in
        rows.first { $0["number"]?.string == account.number.rawValue }?["balance"]
      }
    }
    #expect(try balances() == [nil, 4_825_050, 120_000])
    server.pass(.seconds(60))
    #expect(try balances() == [nil, nil, 120_000])
  }

  @Test("The export of an operator has neither reasons of commands nor the ids of other people")
  func omitsOtherPeople() throws {
    let server = try TestServer()
    let services = server.services
    let clerk = try services.users.add(
      login: "clerk", name: "Ольга", password: "a long password", role: .operator
    ).wait()
    let visitor = try server.visitor()
    try visitor.login("clerk", "a long password")
    let deal: Value = [
      "title": ["ru": "Ипотека"], "subtitle": ["ru": "От 6%"], "startDate": "2020-01-01", "endDate": "2099-12-31",
      "pages": [["title": ["ru": "Условия"], "text": ["ru": "В отделении"]]],
    ]
    #expect(try visitor.post("/deals", deal, headers: [("Idempotency-Key", "1")]).status == 201)
    _ = try services.audit.began(
      CommandRunDraft(
        login: "root", effectiveUser: "root", host: "web1", command: "users unlock", operatorLogin: "clerk",
        reason: "Иванов called"))
    let parts = try Self.parts(of: clerk, services)
    let run = try #require(parts["commands"]?["rows"]?.array?.first)
    #expect(run["command"] == "users unlock" && run["reason"] == nil)
    let records = try #require(parts["audit"]?["rows"]?.array)
    let known = records.filter { $0["subjectId"] != nil }.compactMap { $0["event"]?.string }
    #expect(known == ["person-added", "login"])
    #expect(records.contains { $0["event"] == "deal-added" && $0["subject"] == "deal" })
  }
}
