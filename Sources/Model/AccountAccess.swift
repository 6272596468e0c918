package import Dates

/// A person's access to an account, for the bank's administration.
package struct AccountAccess: Sendable, Equatable {
  /// The rights of the person.
  package enum Role: String, Sendable, CaseIterable {
    case owner
    /// A person who pays for the owner.
    case signatory
    /// A person who only sees the account.
    case viewer

    /// True if the person may pay from the account.
    package var mayPay: Bool { self != .viewer }
  }

  package let person: PersonID
  package let login: String
  package let role: Role
  /// The person's name for the account.
  package let caption: String
  /// The time from which the access is not valid; nil without a limit.
  package let until: Instant?
  /// The time at which the bank ended the access; nil for a valid access.
  package let ended: Instant?

  package init(person: PersonID, login: String, role: Role, caption: String, until: Instant?, ended: Instant?) {
    self.person = person
    self.login = login
    self.role = role
    self.caption = caption
    self.until = until
    self.ended = ended
  }
}
