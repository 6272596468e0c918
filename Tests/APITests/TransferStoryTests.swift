import JSON
import TestBank
import Testing

struct TransferStoryTests {
  private func send(_ person: Visitor, _ values: Object, key: String = "tap") throws -> Visitor.Answer {
    try person.post(
      "/operations/transfer.own/submissions", ["values": .object(values)], headers: [("Idempotency-Key", key)])
  }

  private func values(_ person: Visitor, _ amount: String, to: String = "Накопительный") throws -> Object {
    Object([
      ("from", .string(try person.account("Текущий"))), ("to", .string(try person.account(to))),
      ("amount", .string(amount)),
    ])
  }

  @Test("The target accounts and the currency of a transfer depend on the source account")
  func targetDependsOnSource() throws {
    let person = try TestServer().person()
    let tree = try person.get("/operations/transfer.own")
    #expect(tree["atoms"]?[0]?["notify"] == "change")
    #expect(tree["atoms"]?[0]?["options"]?[0]?["available"] == "152300.00")
    let from = try person.account("Текущий")
    let states = try person.post(
      "/operations/transfer.own/evaluate",
      ["values": ["from": .string(from), "amount": "152300.01"], "changed": ["from"], "commit": true])
    let options = states["atoms"]?["to"]?["options"]?.array?.compactMap { $0["caption"]?.string }
    #expect(options == ["Накопительный"])
    #expect(states["atoms"]?["currency"]?["value"] == "RUB")
    #expect(states["atoms"]?["amount"]?["currency"] == "RUB")
    #expect(states["atoms"]?["amount"]?["error"]?["message"] == "Not enough money is available on the account")
  }

  @Test("A transfer between own accounts is executed at once; a repeat moves no money")
  func executesTransferOnce() throws {
    let (server, person) = try TestServer().withPerson()
    let sent = try send(person, values(person, "300"))
    #expect(sent.status == 201)
    #expect(sent["submission"]?["status"] == "executed")
    #expect(sent["submission"]?["trailing"] == "300.00 RUB")
    #expect(sent["next"]?["atoms"]?.array?.isEmpty == false)
    let again = try send(person, values(person, "300"))
    #expect(again.status == 200)
    #expect(again["submission"]?["id"] == sent["submission"]?["id"])
    #expect(try person.balance() == "152000.00")
    #expect(try person.balance("Накопительный") == "48550.50")
    #expect(try server.services.inspection.ledger().isSound)
  }

  @Test("A transfer above the balance or to another currency is refused with 422")
  func rejectsInvalidTransfer() throws {
    let person = try TestServer().person()
    let refused = try send(person, values(person, "152300.01"))
    #expect(refused.status == 422)
    #expect(refused["errors"]?[0]?["atom"] == "amount")
    let other = try send(person, values(person, "1", to: "Долларовый"))
    #expect(other["errors"]?[0]?["atom"] == "to")
    #expect(other["errors"]?[0]?["code"] == "option")
    #expect(try person.balance() == "152300.00")
  }
}
