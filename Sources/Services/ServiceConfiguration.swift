package import Model
package import Secrets

/// The operator's configuration of the services.
///
///     var configuration = ServiceConfiguration(ownBIC: bic)
///     configuration.sessions.unused = .seconds(600)
package struct ServiceConfiguration: Sendable {
  /// The bank's own BIC: payments to it stay within the ledger.
  package var ownBIC: BIC
  /// The lifetimes of sessions.
  package var sessions = SessionRules()
  /// The delays that failed logins cause.
  package var throttle = ThrottleRules()
  /// The time for signing a submission; 24 hours.
  package var submissionLifetime: Duration = .seconds(24 * 3600)
  /// The number of a person's submissions that may await a signature; 20.
  package var unsignedSubmissions = 20
  /// The time for which forms are validated by a replaced version that they were drawn from; 24 hours.
  package var versionsKept: Duration = .seconds(24 * 3600)
  /// The cost of one guess of a password.
  package var passwordCost: PasswordCost = .standard
  /// The number of passwords that are hashed at a time; 2.
  package var hashingWidth = 2
  /// The number of logins that may wait for hashing; 64.
  package var hashingQueue = 64
  /// The execution of signed submissions: by the embedded ledger, on Mondays to Fridays.
  package var execution = Execution(core: .ledger, days: BusinessDays())
  /// The age of an unacknowledged submission from which the bank's core counts as silent; 15 minutes.
  package var coreSilence: Duration = .seconds(15 * 60)
  /// The rules of signing.
  package var signing = SigningRules()
  /// The post that sends one-time codes; without it signing by code is unavailable.
  package var codes: CodePost?
  /// The limits and the lifetime of drafts.
  package var drafts = DraftRules()
  /// The limits of templates.
  package var templates = TemplateRules()
  /// The lengths of retention.
  package var retention = RetentionRules()

  /// Creates the defaults, for the bank with this BIC.
  package init(ownBIC: BIC) { self.ownBIC = ownBIC }
}

/// The rules of signing.
package struct SigningRules: Sendable {
  /// Columns of a new security matrix, 1 to 26; 10.
  package var columns = 10
  /// Rows of a new security matrix, 1 to 99; 10.
  package var rows = 10
  /// Digits of a code, 1 to 9; 4.
  package var codeLength = 4
  /// Cells that a challenge asks; 2.
  package var cells = 2
  /// The number of challenges that may ask for one cell; 20, and 1 is strict.
  package var usesPerCell = 20
  /// The lifetime of a challenge; 5 minutes.
  package var challengeLifetime: Duration = .seconds(300)
  /// The least time after an unanswered one-time code before another one; 1 minute.
  package var resendAfter: Duration = .seconds(60)
  /// One-time codes that a person may be sent in an hour; 20.
  package var codesPerHour = 20
  /// Wrong answers that end a submission; 3.
  package var attempts = 3
  /// Wrong answers in a row, over all submissions, that lock the person's signing; 5.
  package var attemptsBeforeLock = 5

  /// Creates the defaults.
  package init() {}
}
