/// One login of a person, from the password to the logout or the expiry. The token's digest is no field: nothing that
/// shows a session can show it.
package struct SessionRecord: Entity {
  /// What is known of a session.
  package typealias Fields = (
    // The identifier, which is not the token.
    id: SessionID,
    created: Instant,
    // When it was last used, to about a minute.
    seen: Instant,
    // From when on the token is refused, however much it is used.
    expires: Instant,
    // What the client called itself, such as `ios/3.2`, and the network that the login came from, as far as that is known.
    client: String?,
    network: String?,
    person: PersonID
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How a session is stored and shown.
  package static let entity = Declaration(
    of: Self.self, "session",
    [
      .key(\.id), .inner(\.person), .member(\.created, "createdAt"), .member(\.seen, "lastSeenAt"),
      .member(\.expires, "endsAt"), .about(\.seen, "to about a minute"),
      .about(\.expires, "when it ends however much it is used"),
      .about(\.client, "what the client called itself; absent where it did not"),
      .about(\.network, "the network of the login, such as 203.0.113.0/24: no more is kept"),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5, $6) })
}
