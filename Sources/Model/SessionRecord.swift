package import Dates

/// A session of a person: from the login to the logout or the expiry.
///
/// The digest of its token is no field, so that no document of a session can show it.
package struct SessionRecord: Entity {
  /// The identifier, which is not the token.
  package let id: SessionID
  /// The time of the login.
  package let created: Instant
  /// The time of the last use, to about a minute.
  package var seen: Instant
  /// The time from which the token is refused, however much it is used.
  package let expires: Instant
  /// The client's name for itself, such as `ios/3.2`; nil if it gave none.
  package let client: String?
  /// The network of the login, such as 203.0.113.0/24; nil if it is unknown.
  package let network: String?
  /// The owner.
  package let person: PersonID

  /// Creates a session.
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
    field("seen", \.seen, .member("lastSeenAt"), .about("to about a minute")),
    field("expires", \.expires, .member("endsAt"), .about("when it ends however much it is used")),
    field("client", \.client, .about("what the client called itself; absent where it did not")),
    field("network", \.network, .about("the network of the login, such as 203.0.113.0/24: no more is kept")),
    field("person", \.person, .inner),
    make: SessionRecord.init)
}

/// The number of recent failures, and the end of the wait that follows from them.
package struct FailureCount: Sendable, Equatable {
  /// The thing that failures are counted for.
  package enum Kind: String, Sendable {
    /// A login from an address.
    case pair
    /// A login, from anywhere.
    case login
    /// A network address, for all logins.
    case address
    /// The present password of a logged-in person, when it is changed.
    case password
  }

  /// The number of failures at `at`.
  package let level: Int
  /// The time of the last failure.
  package let at: Instant
  /// No attempt is looked at before then.
  package let until: Instant
  /// From then on nothing of it counts.
  package let forgotten: Instant

  /// Creates a count.
  package init(level: Int, at: Instant, until: Instant, forgotten: Instant) {
    (self.level, self.at, self.until, self.forgotten) = (level, at, until, forgotten)
  }
}
