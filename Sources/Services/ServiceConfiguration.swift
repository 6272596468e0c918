package import Model
package import Secrets

/// The operator's settings for the services.
package struct ServiceConfiguration: Sendable {
  /// The BIC of the bank. Payments to it stay in the ledger.
  package var ownBIC: BIC
  /// Lifetimes of sessions.
  package var sessions = SessionRules()
  /// Delays after failed logins.
  package var throttle = ThrottleRules()
  /// The longest time that a submission awaits its signature; 24 hours.
  package var submissionLifetime: Duration = .seconds(24 * 3600)
  /// The maximum number of a person's submissions that await a signature; 20.
  package var unsignedSubmissions = 20
  /// True if a server without a bank in the BIC directory is not ready.
  package var requiresDirectory = true
  /// The maximum number of a person's submissions that are stored in one day of the bank; 2,000.
  package var submissionsPerDay = 2_000
  /// The time for which a replaced version still accepts open forms; 24 hours.
  package var versionsKept: Duration = .seconds(24 * 3600)
  /// The cost of one password hash.
  package var passwordCost: PasswordCost = .standard
  /// The number of passwords that are hashed at a time; 2.
  package var hashingWidth = 2
  /// The maximum number of queued password hashes, separately for ordinary and prioritized hashes;
  /// 64.
  package var hashingQueue = 64
  /// The system that executes signed submissions, and the business days; by default the embedded
  /// ledger, Monday to Friday.
  package var execution = Execution(core: .ledger, days: BusinessDays())
  /// The age of an unacknowledged submission from which the bank's core is reported as silent; 15
  /// minutes.
  package var coreSilence: Duration = .seconds(15 * 60)
  /// The lifetime of invitations.
  package var enrolments = EnrolmentRules()
  package var signing = SigningRules()
  /// The senders of messages to people.
  package var messages = MessageRules()
  package var drafts = DraftRules()
  package var templates = TemplateRules()
  /// Retention periods.
  package var retention = RetentionRules()
  /// The command that uses the services, which stores its run first; nil in a server.
  package var run: CommandRunDraft?

  /// Creates the default settings for the bank with this BIC.
  package init(ownBIC: BIC) { self.ownBIC = ownBIC }
}

/// Rules of signatures.
package struct SigningRules: Sendable {
  /// Columns of a new security matrix, 1 to 26; 10.
  package var columns = 10
  /// Rows of a new security matrix, 1 to 99; 10.
  package var rows = 10
  /// Digits of a code in a new security matrix, 1 to 9; 4.
  package var codeLength = 4
  /// Cells in one challenge; 2.
  package var cells = 2
  /// The maximum number of challenges that use one cell; 20. The strictest value is 1.
  package var usesPerCell = 20
  /// The lifetime of a challenge; 5 minutes.
  package var challengeLifetime: Duration = .seconds(300)
  /// The shortest time between an unanswered one-time code and the next one; 1 minute.
  package var resendAfter: Duration = .seconds(60)
  /// The maximum number of one-time codes that are sent to a person in an hour; 20.
  package var codesPerHour = 20
  /// The number of wrong answers after which a submission is rejected; 3.
  package var attempts = 3
  /// The number of consecutive wrong answers, over all submissions, that locks the person's
  /// signing; 5.
  package var attemptsBeforeLock = 5

  package init() {}
}
