import DataAccess
import Model
import Services
import Testing

/// Searches in the audit.
struct AuditSearchTests {
  @Test("A search by person finds events of the person's matrix, card and customer, and of no other person")
  func findsBelongings() throws {
    let bank = try TestBank()
    let (services, person) = (bank.services, bank.caller.person)
    let card = try #require(try services.cards.all(person).first { $0.status == .active })
    let customer = try #require(try services.customers.find(externalID: "demo"))
    let mother = try #require(try services.customers.find(externalID: "demo-mother"))
    let before = try services.audit.head().sequence
    _ = try services.signing.issueMatrix(person).wait()
    try services.cards.setStatus(card.id, .blocked).wait()
    try services.customers.rename(customer.id, to: "Анна Иванова", short: nil).wait()
    try services.customers.rename(mother.id, to: "Ольга Иванова", short: nil).wait()
    var filter = AuditSearchDAO.Filter()
    (filter.after, filter.person) = (before, person)
    let found = try services.audit.records(matching: filter, newest: true, limit: 100)
    #expect(found.map(\.record.event) == ["matrix-issued", "card-changed", "customer-changed"])
  }
}
