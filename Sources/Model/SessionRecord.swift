package import Dates

/// A session of a person, from the login to the logout or the expiry.
///
/// The digest of its token is not a field, so no document of a session can contain it.
package struct SessionRecord: Entity {
  /// The identifier, which is not the token.
  package let id: SessionID
  package let created: Instant
  /// The time of the last use, to about a minute.
  package var seen: Instant
  /// The time from which the token is rejected, even if it is in use.
  package let expires: Instant
  /// The client's name for itself, such as `ios/3.2`; nil if it sent none.
  package let client: String?
  /// The network of the login, such as 203.0.113.0/24; nil if it is unknown.
  package let network: String?
  package let person: PersonID

  package init(
    id: SessionID, created: Instant, seen: Instant, expires: Instant, client: String?, network: String?,
    person: PersonID
  ) {
    (self.id, self.created, self.seen, self.expires) = (id, created, seen, expires)
    (self.client, self.network, self.person) = (client, network, person)
  }

  package static let entity = Fields(
    "session",
    field("id", \.id, .key),
    field("created", \.created, .member("createdAt")),
    field("seen", \.seen, .member("lastSeenAt"), .about("the time of the last use, to about a minute")),
    field("expires", \.expires, .member("endsAt"), .about("when the session ends, even if it is in use")),
    field("client", \.client, .about("the name that the client sent; absent without one")),
    field("network", \.network, .about("the network of the login (203.0.113.0/24); the full address is not stored")),
    field("person", \.person, .inner),
    make: SessionRecord.init)
}

/// The number of recent failures, and the end of the resulting delay.
package struct FailureCount: Sendable, Equatable {
  /// The subject of a count.
  package enum Kind: String, Sendable {
    /// A login from an address.
    case pair
    /// A login, from any address.
    case login
    /// A network address, for all logins.
    case address
    /// The current password of a logged-in person, when the person changes it.
    case password
  }

  /// The number of failures that counted at `at`.
  ///
  /// It is 0 for a `pair` that has no failures and is delayed by the failures of its `login`.
  package let level: Int
  /// The time of the last failure; the time of the delayed attempt if `level` is 0.
  package let at: Instant
  /// The time until which attempts are rejected unchecked.
  ///
  /// Not used for `login`. Its delay is computed from `level` and applied to a `pair`, unless the
  /// person has logged in from that address before.
  package let until: Instant
  /// The time from which the count no longer applies.
  package let forgotten: Instant

  package init(level: Int, at: Instant, until: Instant, forgotten: Instant) {
    (self.level, self.at, self.until, self.forgotten) = (level, at, until, forgotten)
  }
}
