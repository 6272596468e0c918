package import Model
package import Secrets

/// The operator's decisions about the services.
///
///     var configuration = ServiceConfiguration(ownBIC: bic)
///     configuration.signing.cells = 3
///     configuration.sessions.unused = .seconds(3600)
package struct ServiceConfiguration: Sendable {
  /// The bank's own BIC: payments to it stay within the ledger.
  package var ownBIC: BIC
  /// Lifetimes of logins.
  package var sessions = SessionRules()
  /// Waits after failed logins.
  package var throttle = ThrottleRules()
  /// Longest wait of a submission for its signature; 24 hours.
  package var submissionLifetime: Duration = .seconds(24 * 3600)
  /// Most submissions of a person that may await a signature; 20.
  package var unsignedSubmissions = 20
  /// Most submissions of a person that are stored in a day of the bank; 2,000.
  package var submissionsPerDay = 2_000
  /// Lifetime of a replaced version for open forms; 24 hours.
  package var versionsKept: Duration = .seconds(24 * 3600)
  /// Cost of one guess of a password.
  package var passwordCost: PasswordCost = .standard
  /// Passwords hashed at a time; 2.
  package var hashingWidth = 2
  /// Most logins that wait for their password to be hashed; 64.
  package var hashingQueue = 64
  /// The executor of signed submissions, and its business days; the embedded ledger, Mondays to Fridays.
  package var execution = Execution(core: .ledger, days: BusinessDays())
  /// Longest that the bank's core may leave a submission unacknowledged without being called silent; 15 minutes.
  package var coreSilence: Duration = .seconds(15 * 60)
  /// Rules of signatures.
  package var signing = SigningRules()
  /// Senders of messages to people.
  package var messages = MessageRules()
  /// Limits on drafts.
  package var drafts = DraftRules()
  /// Limits on templates.
  package var templates = TemplateRules()
  /// Retention of data after their last use.
  package var retention = RetentionRules()

  /// Creates the defaults, for the bank with this BIC.
  package init(ownBIC: BIC) { self.ownBIC = ownBIC }
}

/// Rules of signatures.
///
///     var rules = SigningRules()
///     (rules.cells, rules.usesPerCell) = (3, 1)  // three cells, none of them asked twice
///     configuration.signing = rules
package struct SigningRules: Sendable {
  /// Columns of a new security matrix, 1 to 26; 10.
  package var columns = 10
  /// Rows of a new security matrix, 1 to 99; 10.
  package var rows = 10
  /// Digits of a code, 1 to 9; 4.
  package var codeLength = 4
  /// Cells that a challenge asks; 2.
  package var cells = 2
  /// Most challenges that may ask one cell; 20, and 1 is strict.
  package var usesPerCell = 20
  /// Lifetime of a challenge; 5 minutes.
  package var challengeLifetime: Duration = .seconds(300)
  /// Shortest time between an unanswered one-time code and the next; 1 minute.
  package var resendAfter: Duration = .seconds(60)
  /// Most one-time codes that a person may be sent in an hour; 20.
  package var codesPerHour = 20
  /// Wrong answers that end a submission; 3.
  package var attempts = 3
  /// Wrong answers in a row, over all submissions, that lock the person's signing; 5.
  package var attemptsBeforeLock = 5

  /// Creates the defaults.
  package init() {}
}
