/// One login of a person, from the password to the logout or the expiry.
package struct SessionRecord: Sendable, Equatable {
  /// The session's identifier, which is not its token.
  package let id: SessionID
  /// Whose it is.
  package let person: PersonID
  /// When the person logged in.
  package let created: Instant
  /// From when on the token is refused.
  package let expires: Instant

  /// A session.
  package init(id: SessionID, person: PersonID, created: Instant, expires: Instant) {
    self.id = id
    self.person = person
    self.created = created
    self.expires = expires
  }
}
