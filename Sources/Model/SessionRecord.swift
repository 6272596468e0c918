/// One login of a person, from the password to the logout or the expiry.
package struct SessionRecord: Sendable, Equatable {
  /// The session's identifier, which is not its token.
  package let id: SessionID
  /// Whose it is.
  package let person: PersonID
  /// When the person logged in.
  package let created: Instant
  /// From when on the token is refused, however much it is used.
  package let expires: Instant
  /// When it was last used, to about a minute.
  package var seen: Instant
  /// What the client called itself, such as `ios/3.2`; nil where it did not say.
  package let client: String?
  /// The network that the login came from; nil where that is not known.
  package let network: String?

  /// A session.
  package init(
    id: SessionID, person: PersonID, created: Instant, expires: Instant, seen: Instant, client: String?,
    network: String?
  ) {
    self.id = id
    self.person = person
    self.created = created
    self.expires = expires
    self.seen = seen
    self.client = client
    self.network = network
  }
}
