package import Dates

/// A person's invitation to choose a login and a password. Its code is not stored.
package struct Invitation: Sendable, Equatable {
  package let id: InvitationID
  package let person: PersonID
  /// The login that the bank proposes; nil if it proposes none.
  package let login: Login?
  /// The number of wrong one-time codes of all its enrolments.
  package let wrong: Int
  /// The number of its enrolments.
  package let begun: Int
  package let created: Instant
  /// The time from which the code is rejected.
  package let expires: Instant

  package init(
    id: InvitationID, person: PersonID, login: Login?, wrong: Int = 0, begun: Int = 0, created: Instant,
    expires: Instant
  ) {
    self.id = id
    self.person = person
    self.login = login
    (self.wrong, self.begun) = (wrong, begun)
    (self.created, self.expires) = (created, expires)
  }
}

/// An enrolment in progress: the person gave the code of an invitation, and has not chosen a
/// password yet.
package struct Enrolment: Sendable, Equatable {
  /// The one-time code that was sent.
  package struct SentCode: Sendable, Equatable {
    /// The id of the key that made the digest.
    package let keyID: String
    /// The keyed digest of the code.
    package let mac: [UInt8]
    /// The telephone number with its middle digits masked.
    package let sentTo: String

    package init(keyID: String, mac: [UInt8], sentTo: String) {
      self.keyID = keyID
      self.mac = mac
      self.sentTo = sentTo
    }
  }

  package let id: EnrolmentID
  package let invitation: InvitationID
  package let person: PersonID
  /// The one-time code; nil if none was sent.
  package let code: SentCode?
  package let created: Instant
  /// The time from which the enrolment cannot be completed.
  package let expires: Instant

  package init(
    id: EnrolmentID, invitation: InvitationID, person: PersonID, code: SentCode?, created: Instant, expires: Instant
  ) {
    self.id = id
    self.invitation = invitation
    self.person = person
    self.code = code
    (self.created, self.expires) = (created, expires)
  }
}
