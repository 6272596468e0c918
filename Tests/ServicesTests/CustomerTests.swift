import Model
import Services
import Testing

/// The holders of accounts.
@Suite struct CustomerTests {
  @Test("An individual is linked to the person with the same external id") func linksPerson() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    try bank.services.users.link(stranger.person, to: "C-1").wait()
    let customer = try bank.services.customers.add(Customers.Draft(externalID: "C-1", name: "Пётр")).wait()
    #expect(customer.person == stranger.person)
    let company = try bank.services.customers.add(
      Customers.Draft(externalID: "C-2", kind: .company, name: "ООО Ромашка", taxNumber: "7707083893")
    ).wait()
    #expect(company.person == nil)
    #expect(try bank.services.customers.find(externalID: "C-2") == company)
  }

  @Test(
    "An invalid customer is rejected, and adds nothing",
    arguments: [
      (Customers.Draft(externalID: "", name: "A"), .badID), (Customers.Draft(externalID: "a b", name: "A"), .badID),
      (Customers.Draft(externalID: "demo", name: "A"), .idTaken),
      (Customers.Draft(externalID: "C", name: ""), .badName),
      (Customers.Draft(externalID: "C", name: "A\u{202E}B"), .badName),
      (Customers.Draft(externalID: "C", name: "A", shortName: ""), .badName),
      (Customers.Draft(externalID: "C", name: "A", taxNumber: "7707083893"), .badTaxNumber),
      (Customers.Draft(externalID: "C", kind: .company, name: "A", taxNumber: "7707083894"), .badTaxNumber),
      (Customers.Draft(externalID: "C", name: "A", registrationCode: "773601001"), .badRegistrationCode),
    ] as [(Customers.Draft, CustomerError)])
  func rejectsInvalidCustomer(_ draft: Customers.Draft, _ expected: CustomerError) throws {
    let bank = try TestBank()
    let before = try bank.count("SELECT count(*) FROM customer") + bank.count("SELECT count(*) FROM audit_record")
    #expect(throws: expected) { try bank.services.customers.add(draft).wait() }
    #expect(
      try bank.count("SELECT count(*) FROM customer") + bank.count("SELECT count(*) FROM audit_record") == before)
  }

  @Test("A person is at most one customer, and a company has no person") func rejectsSecondCustomer() throws {
    let bank = try TestBank()
    for (kind, expected) in [(Customer.Kind.individual, CustomerError.personTaken), (.company, .companyIsNoPerson)] {
      let draft = Customers.Draft(externalID: "C", kind: kind, name: "A", person: bank.caller.person)
      #expect(throws: expected) { try bank.services.customers.add(draft).wait() }
    }
  }

  @Test("A renamed customer keeps its accounts") func renamesCustomer() throws {
    let bank = try TestBank()
    _ = try bank.opened(920, "C-920")
    let customer = try #require(try bank.services.customers.find(externalID: "C-920"))
    try bank.services.customers.rename(customer.id, to: "Иванов Пётр", short: "Иванов").wait()
    let renamed = try #require(try bank.services.customers.find(customer.id))
    #expect(renamed.name == "Иванов Пётр" && renamed.shortName == "Иванов")
    #expect(try bank.services.accountRegister.all(of: customer.id, limit: 10).elements.count == 1)
    #expect(throws: CustomerError.unknown) {
      try bank.services.customers.rename(CustomerID(high: 1, low: 2), to: "A", short: nil).wait()
    }
    #expect(throws: CustomerError.badName) {
      try bank.services.customers.rename(customer.id, to: "", short: nil).wait()
    }
  }

  @Test("A person who gets the external id of an individual is this customer, and the erasure erases the customer")
  func linkedPersonIsCustomer() throws {
    let bank = try TestBank()
    let (users, customers) = (bank.services.users, bank.services.customers)
    for id in ["C-1", "C-2"] { _ = try customers.add(Customers.Draft(externalID: id, name: "Марка Имя")).wait() }
    _ = try customers.add(Customers.Draft(externalID: "C-3", kind: .company, name: "ООО Ромашка")).wait()
    let stranger = try bank.stranger()
    try users.link(stranger.person, to: "C-1").wait()
    let added = try users.add(external: "C-2", name: "Марка").wait()
    try users.link(bank.caller.person, to: "C-3").wait()
    let linked = try ["C-1", "C-2", "C-3"].map { try customers.find(externalID: $0)?.person }
    #expect(linked == [stranger.person, added.id, nil])
    #expect(try bank.count("SELECT count(*) FROM audit_record WHERE event = 'customer-changed'") == 2)
    // A person stays one customer.
    try users.link(added.id, to: nil).wait()
    _ = try customers.add(Customers.Draft(externalID: "C-4", name: "A")).wait()
    try users.link(added.id, to: "C-4").wait()
    #expect(try customers.find(externalID: "C-4")?.person == nil)
    _ = try bank.services.retention.erase(stranger.person).wait()
    #expect(try customers.find(externalID: "C-1") == nil)
    #expect(try bank.count("SELECT count(*) FROM customer WHERE name = 'Марка Имя'") == 1)
  }

  @Test("A customer and the external id of a person that are stored at the same time are linked")
  func linksAtTheSameTime() throws {
    let bank = try TestBank()
    let (users, customers) = (bank.services.users, bank.services.customers)
    for number in 0..<20 {
      let id = "C-\(number)"
      let person = try users.add(external: "P-\(number)", name: "Марка").wait().id
      onThreads(2) { thread in
        if thread == 0 {
          _ = try? customers.add(Customers.Draft(externalID: id, name: "Марка")).wait()
        } else {
          try? users.link(person, to: id).wait()
        }
      }
      #expect(try customers.find(externalID: id)?.person == person)
    }
  }

  @Test("An individual is linked to a person once, and an erased customer keeps no name") func linksByCommand() throws {
    let bank = try TestBank()
    let customers = bank.services.customers
    let customer = try customers.add(Customers.Draft(externalID: "C-1", name: "Марка Имя")).wait()
    let company = try customers.add(Customers.Draft(externalID: "C-2", kind: .company, name: "ООО Ромашка")).wait()
    let stranger = try bank.stranger()
    #expect(throws: CustomerError.companyIsNoPerson) { try customers.link(company.id, to: stranger.person).wait() }
    #expect(throws: CustomerError.personTaken) { try customers.link(customer.id, to: bank.caller.person).wait() }
    #expect(throws: CustomerError.unknown) {
      try customers.link(CustomerID(high: 1, low: 2), to: stranger.person).wait()
    }
    try customers.link(customer.id, to: stranger.person).wait()
    #expect(try customers.find(customer.id)?.person == stranger.person)
    #expect(throws: CustomerError.linked) { try customers.link(customer.id, to: stranger.person).wait() }
    _ = try bank.services.retention.erase(stranger.person).wait()
    let erased = try #require(try customers.find(customer.id))
    #expect(erased.name == "—" && erased.externalID == nil)
    #expect(throws: PersonErased()) { try customers.rename(customer.id, to: "Марка Имя", short: nil).wait() }
    #expect(try customers.find(customer.id) == erased)
    let other = try customers.add(Customers.Draft(externalID: "C-5", name: "A")).wait()
    #expect(throws: PersonErased()) { try customers.link(other.id, to: stranger.person).wait() }
  }
}
