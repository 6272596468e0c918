package import Model
package import Secrets

/// What an operator may decide about the services.
package struct ServiceConfiguration: Sendable {
  /// The bank's own BIC: payments to it stay within the ledger.
  package var ownBIC: BIC
  /// How long logins last.
  package var sessions = SessionRules()
  /// How failed logins make the next ones wait.
  package var throttle = ThrottleRules()
  /// How long a submission may wait for its signature; 24 hours.
  package var submissionLifetime: Duration = .seconds(24 * 3600)
  /// How many submissions of a person may wait for their signature at a time; 20.
  package var unsignedSubmissions = 20
  /// How long forms are judged by the version they were drawn from after another took its place; 24 hours.
  package var versionsKept: Duration = .seconds(24 * 3600)
  /// What one guess of a password costs.
  package var passwordCost: PasswordCost = .standard
  /// How many passwords are hashed at a time; 2.
  package var hashingWidth = 2
  /// How many logins wait for that; 64.
  package var hashingQueue = 64
  /// Who carries out what is signed, and on which day; the embedded ledger, on Mondays to Fridays.
  package var execution = Execution(core: .ledger, days: BusinessDays())
  /// How long the bank's core may leave something unacknowledged before it is said to be silent; 15 minutes.
  package var coreSilence: Duration = .seconds(15 * 60)
  /// How submissions are signed.
  package var signing = SigningRules()
  /// Where one-time codes go out; without it nobody can sign by code.
  package var codes: CodePost?
  /// What is kept of operations that are not sent yet.
  package var drafts = DraftRules()
  /// How much people may keep as templates.
  package var templates = TemplateRules()
  /// How long what is not needed any more is kept.
  package var retention = RetentionRules()

  /// The defaults, for the bank with this BIC.
  package init(ownBIC: BIC) { self.ownBIC = ownBIC }
}

/// How submissions are signed.
package struct SigningRules: Sendable {
  /// Columns of a new security matrix, 1 to 26; 10.
  package var columns = 10
  /// Rows of a new security matrix, 1 to 99; 10.
  package var rows = 10
  /// Digits of a code, 1 to 9; 4.
  package var codeLength = 4
  /// Cells that a challenge asks; 2.
  package var cells = 2
  /// How many challenges may ask one cell; 20, and 1 is strict.
  package var usesPerCell = 20
  /// How long a challenge may be answered; 5 minutes.
  package var challengeLifetime: Duration = .seconds(300)
  /// How long after one that nobody has answered another one-time code may be sent; 1 minute.
  package var resendAfter: Duration = .seconds(60)
  /// One-time codes that a person may be sent in an hour; 20.
  package var codesPerHour = 20
  /// Wrong answers that end a submission; 3.
  package var attempts = 3
  /// Wrong answers in a row, over all submissions, that lock the person's signing; 5.
  package var attemptsBeforeLock = 5

  /// The defaults.
  package init() {}
}
