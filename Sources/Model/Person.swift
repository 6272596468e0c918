/// A person who may log in.
///
/// The hash of the password is no field, so that no document of a person can show it.
package struct Person: Entity {
  /// The identifier.
  package let id: PersonID
  /// The name to show.
  package let name: String
  /// The telephone number, as it was entered.
  package let phone: String?
  /// The bonus points.
  package let bonuses: Int64
  /// The name to log in by.
  package let login: Login
  /// The role, which decides over access.
  package let role: Role

  /// Creates a person.
  package init(id: PersonID, name: String, phone: String?, bonuses: Int64, login: Login, role: Role) {
    (self.id, self.name, self.phone, self.bonuses) = (id, name, phone, bonuses)
    (self.login, self.role) = (login, role)
  }

  package static let entity = Declaration(
    "person",
    field("id", \.id, .key),
    field("name", \.name, .length(1...160)),
    field("phone", \.phone, .null),
    field("bonuses", \.bonuses),
    field("login", \.login, .inner),
    field("role", \.role, .inner),
    make: Person.init)
}

extension Person {
  /// What a person may do.
  package enum Role: String, Sendable {
    /// A customer of the bank.
    case person
    /// The bank's own operator.
    case `operator`
    /// The bank's core system.
    case core
  }
}
