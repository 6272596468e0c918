/// Somebody who may log in.
package struct Person: Sendable, Equatable {
  /// What a person may do.
  package enum Role: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator.
    case `operator`
    /// The bank's core system.
    case core
  }

  /// The person's identifier.
  package let id: PersonID
  /// The name to log in by.
  package let login: Login
  /// The name to show.
  package let name: String
  /// The telephone number, as entered.
  package let phone: String?
  /// Bonus points.
  package let bonuses: Int64
  /// What the person may do.
  package let role: Role

  /// A person.
  package init(id: PersonID, login: Login, name: String, phone: String?, bonuses: Int64, role: Role) {
    self.id = id
    self.login = login
    self.name = name
    self.phone = phone
    self.bonuses = bonuses
    self.role = role
  }
}
