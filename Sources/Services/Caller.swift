package import Model

/// Somebody whose token has been checked: only `Auth` makes one. It is handed on with every step of a request: as an
/// object it costs one count of a reference, not one for each of its texts.
package final class Caller: Sendable {
  /// Who it is.
  package let person: PersonID
  /// The login that the token belongs to.
  package let session: SessionID
  /// A number for tables of people, the same in each of a person's sessions while the process lives.
  package let number: UInt64
  /// What the person may do.
  package let role: Person.Role
  /// The person's name.
  package let name: String

  /// The bearer of a session's token.
  init(person: PersonID, session: SessionID, role: Person.Role, name: String) {
    (self.person, self.session, self.role, self.name) = (person, session, role, name)
    number = UInt64(bitPattern: Int64(person.hashValue))
  }
}
