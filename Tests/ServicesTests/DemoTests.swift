import DemoData
import Model
import Secrets
import Services
import TestDatabases
import Testing

/// The databases that can be filled with demo data.
@Suite struct DemoTests {
  /// Returns the services of a database without people.
  private static func services() throws -> BankServices {
    var configuration = ServiceConfiguration(ownBIC: try #require(BIC(Demo.ownBIC)))
    configuration.passwordCost = .minimum
    return try BankServices(
      store: TestDatabase.make(), keys: SecretKeys(SecretKey()), configuration: configuration)
  }

  private static func add(_ login: String, _ services: BankServices) throws {
    _ = try services.users.add(login: login, name: "Иван", password: "a long password").wait()
  }

  @Test(
    "Filling in the demo data fails if the database has people and is not a demo",
    arguments: [["ivan"], ["demo", "ivan"]])
  func rejectsDatabaseWithPeople(logins: [String]) throws {
    let services = try Self.services()
    for login in logins { try Self.add(login, services) }
    let head = try services.audit.head()
    #expect(throws: Demo.LiveBank.self) { try Demo.fill(services) }
    #expect(throws: Demo.LiveBank.self) { try Demo.fill(services) }
    #expect(try services.audit.head() == head && services.users.count(limit: 9) == logins.count)
    #expect(services.banks.directory.count == 0)
    #expect(try Demo.person(in: services) == nil)
    for login in logins {
      let person = try #require(try services.users.find(login: login))
      #expect(try services.accounts.all(person.id).isEmpty && services.signing.signaturesLeft(person.id) == 0)
    }
  }

  @Test("Filling in the demo data fails in a database with erased people")
  func rejectsDatabaseWithErasedPeople() throws {
    let services = try Self.services()
    try Self.add("ivan", services)
    let ivan = try #require(try services.users.find(login: "ivan"))
    _ = try services.retention.erase(ivan.id).wait()
    #expect(throws: Demo.LiveBank.self) { try Demo.fill(services) }
  }

  @Test("Demo data can be filled in again after other people were added")
  func refillsDemoDatabase() throws {
    let services = try Self.services()
    #expect(try Demo.person(in: services) == nil)
    let access = try Demo.fill(services)
    try Self.add("ivan", services)
    #expect(try Demo.fill(services).person == access.person)
    #expect(try Demo.person(in: services) == access.person)
  }

  @Test("An interrupted first fill of the demo data is completed")
  func completesInterruptedFill() throws {
    let services = try Self.services()
    try Self.add("demo", services)
    let access = try Demo.fill(services)
    #expect(try !services.accounts.all(access.person.id).isEmpty)
  }

  @Test("Demo data can be filled in again after a provider was disabled and all access was revoked")
  func refillsChangedDemo() throws {
    let services = try Self.services()
    let person = try Demo.fill(services).person.id
    let accounts = try services.accounts.all(person)
    try services.providers.change("gorvodokanal", disabled: true).wait()
    for account in accounts { try services.accountRegister.revoke(account.number, from: person).wait() }
    #expect(try Demo.fill(services).person.id == person)
    #expect(try services.accounts.all(person).isEmpty && services.providers.find("gorvodokanal") == nil)
    let head = try services.audit.head()
    _ = try Demo.fill(services)
    #expect(try services.audit.head() == head, "a repeated fill changes data")
  }
}
