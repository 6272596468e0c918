package import Model

/// Somebody whose token has been checked: only `Auth` makes one.
package struct Caller: Sendable, Equatable {
  /// Who it is.
  package let person: PersonID
  /// The login that the token belongs to.
  package let session: SessionID
  /// What the person may do.
  package let role: Person.Role
  /// The person's name.
  package let name: String
}
