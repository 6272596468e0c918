package import Model
package import Services

extension Demo {
  static let login = "demo"
  /// The initial password, which is public.
  static let password = "valence-demo"

  /// The database has people but no demo person, so it gets no demo data.
  package struct LiveBank: Error, CustomStringConvertible {
    package var description: String {
      "--demo adds a person whose login and password are public, but this database has people and no demo person: omit --demo "
        + "or use another database"
    }
  }

  /// Returns the demo person; nil if the database has none.
  ///
  /// The demo person has the demo's login. The person also has the demo's first account, or is the
  /// only person because a first start ended before the accounts were opened.
  package static func person(in services: BankServices) throws -> Person? {
    guard let person = try services.users.find(login: login) else { return nil }
    let isDemo = try services.accounts.all(person.id).contains { isFirst($0.number) }
    return try isDemo || services.users.count(limit: 2) == 1 ? person : nil
  }

  /// Returns the demo person, and adds it to a database without people. Throws `LiveBank` if there
  /// are people but no demo person.
  static func person(addedTo services: BankServices) throws -> Person {
    if let person = try person(in: services) { return person }
    guard try services.users.count(limit: 1) == 0 else { throw LiveBank() }
    return try services.users.add(
      login: login, name: "Анна Смирнова", password: password, phone: "+79000000000", bonuses: 1250
    ).wait()
  }

  /// True for the number of the demo's first account. Its control key depends on the bank's BIC.
  private static func isFirst(_ number: AccountNumber) -> Bool {
    let text = number.rawValue
    return text.hasPrefix("40817810") && text.hasSuffix("00000000001")
  }
}
