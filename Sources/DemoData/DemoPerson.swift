package import Model
package import Services

extension Demo {
  /// The login of the demo's person.
  static let login = "demo"
  /// The password that the person begins with; it is public.
  static let password = "valence-demo"

  /// The reason why a database gets no demo data: it has people, and none of them is the demo's person.
  package struct LiveBank: Error, CustomStringConvertible {
    /// The reason in words.
    package var description: String {
      "--demo adds a person whose login and password are public, and this database has people and no demo person: leave --demo out, "
        + "or name another database"
    }
  }

  /// Returns the demo's person; nil if the database has none.
  ///
  /// It is the person of that login who has the demo's first account, or who is the only person: then a first start ended before the
  /// accounts were opened.
  package static func person(in services: BankServices) throws -> Person? {
    guard let person = try services.users.find(login: login) else { return nil }
    let isDemo = try services.accounts.all(person.id).contains { isFirst($0.number) }
    return try isDemo || services.users.count(limit: 2) == 1 ? person : nil
  }

  /// Returns the demo's person, added if the database has no people. Throws `LiveBank` if it has people and no demo person.
  static func person(addedTo services: BankServices) throws -> Person {
    if let person = try person(in: services) { return person }
    guard try services.users.count(limit: 1) == 0 else { throw LiveBank() }
    return try services.users.add(
      login: login, name: "Анна Смирнова", password: password, phone: "+79000000000", bonuses: 1250
    ).wait()
  }

  /// True for the number of the demo's first account; its key digit follows from the bank's BIC.
  private static func isFirst(_ number: AccountNumber) -> Bool {
    let text = number.rawValue
    return text.hasPrefix("40817810") && text.hasSuffix("00000000001")
  }
}
