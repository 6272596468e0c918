import Model
import Services
import Testing

/// The addition of people with a login and an id in the bank's own systems.
struct UserAddTests {
  @Test("A person whose external id is taken or invalid is not added", arguments: ["C-1", "C 2"])
  func addsNothingWithoutLink(_ id: String) throws {
    let bank = try TestBank()
    let users = bank.services.users
    _ = try users.add(external: "C-1", name: "Анна").wait()
    let head = try bank.services.audit.head()
    #expect(throws: id == "C-1" ? LinkError.taken : .badID) {
      try users.add(login: "anna", name: "Анна", password: "a quite long password", external: id).wait()
    }
    #expect(try users.find(login: "anna") == nil && bank.services.audit.head() == head)
    let person = try users.add(login: "anna", name: "Анна", password: "a quite long password", external: "C-3").wait()
    #expect(try users.find(externalID: "C-3") == person)
  }
}
