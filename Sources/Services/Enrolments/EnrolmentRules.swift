package import Model

/// The rules of invitations and enrolments.
package struct EnrolmentRules: Sendable {
  /// The lifetime of an invitation; 72 hours.
  package var invitation: Duration = .seconds(72 * 3600)
  /// The time to complete an enrolment; 15 minutes.
  static let lifetime: Duration = .seconds(15 * 60)
  /// The number of wrong one-time codes, over all enrolments, that ends an invitation.
  static let wrongCodes = 5
  /// The maximum number of enrolments of one invitation, each with a one-time code.
  static let enrolments = 10
  /// The time in which a repeated request gets the same enrolment, without another one-time code.
  static let repetition: Duration = .seconds(60)

  package init() {}
}

/// Reasons why an enrolment is rejected.
package enum EnrolmentError: Error, Equatable {
  /// The code of the invitation is unknown, expired or used. The cases are indistinguishable.
  case unknownInvitation
  /// The enrolment is unknown, expired or completed, or its invitation has ended.
  case over
  /// The one-time code is wrong.
  case wrongCode
  /// No login is given, and the bank proposes none.
  case loginMissing
  /// The login is malformed.
  case badLogin
  /// Another person has the login.
  case loginTaken
  /// The person has this login, which an enrolment does not change.
  case otherLogin(Login)
  /// The password violates a rule.
  case password(PasswordRule)
}
