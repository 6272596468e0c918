import Hosting
import ArgumentParser
import Definitions
import Atoms
import Services

/// The execution of signed submissions, and their business day.
struct CoreOptions: ParsableArguments {
  @Option(
    help: """
      The executor of signed submissions: the embedded ledger at once, or the bank's core, which reads them from a \
      feed and acknowledges each.
      """)
  var core = Core.ledger

  @Option(
    1...10_080, "minutes",
    help: "The age of an unacknowledged submission from which the bank's core is reported as silent.")
  var coreSilence = 15

  @Option(
    help: ArgumentHelp(
      """
      The time, in the bank's time zone, from which signed submissions get the next business day, such as 17:00.
      """,
      default: "midnight", valueName: "a time of the day from 00:01 to 23:59"),
    transform: { text throws -> CutOff in
      guard let time = TimeText.minutes(of: text).flatMap({ CutOff(minutes: $0) }) else {
        throw BadValue("a time of the day from 00:01 to 23:59")
      }
      return time
    })
  var cutOff: CutOff?

  /// Applies the options and the business days.
  func apply(to configuration: inout ServiceConfiguration, days: BusinessDays) {
    configuration.execution = Execution(core: core, days: days)
    configuration.coreSilence = .seconds(coreSilence * 60)
  }
}

extension Core: ExpressibleByArgument {}

struct SigningOptions: ParsableArguments {
  @Option(1...8, help: "Cells of the security matrix that a signature requires.")
  var matrixCells = SigningRules().cells

  @Option(1...1000, help: "Maximum number of signatures that may require the same cell.")
  var matrixUses = SigningRules().usesPerCell

  @Option(10...3600, "seconds", help: "The minimum time between one-time codes for the same submission.")
  var codeResend = 60

  @Option(1...1000, help: "Maximum number of a person's one-time codes in an hour.")
  var codesPerHour = SigningRules().codesPerHour

  @Option(1...60, "minutes", help: "The time limit for answering a challenge, with cells or with a one-time code.")
  var challengeMinutes = 5

  @Option(1...10, help: "Wrong answers after which a submission is rejected.")
  var signatureAttempts = SigningRules().attempts

  @Option(1...100, help: "Wrong answers in a row, over all submissions, after which a person's signing is locked.")
  var attemptsBeforeLock = SigningRules().attemptsBeforeLock

  /// Returns the rules with these options for a matrix of the size in `sized`. Throws if it has
  /// fewer cells than a signature requires.
  func rules(_ sized: SigningRules) throws -> SigningRules {
    guard matrixCells <= sized.columns * sized.rows else {
      throw OperatorError("--matrix-cells must not exceed the cells of the matrix, \(sized.columns * sized.rows)")
    }
    var rules = sized
    (rules.cells, rules.usesPerCell, rules.codesPerHour) = (matrixCells, matrixUses, codesPerHour)
    rules.resendAfter = .seconds(codeResend)
    rules.challengeLifetime = .seconds(challengeMinutes * 60)
    (rules.attempts, rules.attemptsBeforeLock) = (signatureAttempts, attemptsBeforeLock)
    return rules
  }
}

/// The size of new security matrices. Existing matrices keep their size.
struct MatrixOptions: ParsableArguments {
  @Option(1...26, help: "Columns of a new security matrix.")
  var matrixColumns = SigningRules().columns

  @Option(1...99, help: "Rows of a new security matrix.")
  var matrixRows = SigningRules().rows

  @Option(3...9, "digits", help: "The length of the codes of a new security matrix.")
  var matrixCodeLength = SigningRules().codeLength

  var rules: SigningRules {
    var rules = SigningRules()
    (rules.columns, rules.rows, rules.codeLength) = (matrixColumns, matrixRows, matrixCodeLength)
    return rules
  }
}

struct SessionOptions: ParsableArguments {
  @Option(1...720, "hours", help: "The maximum lifetime of a session.")
  var sessionHours = 12

  @Option(1...43_200, "minutes", help: "The lifetime of a session without use.")
  var sessionUnused = 30

  var rules: SessionRules {
    var rules = SessionRules()
    rules.lifetime = .seconds(sessionHours * 3600)
    rules.unused = .seconds(sessionUnused * 60)
    return rules
  }
}

/// The lifetime of invitations.
struct InvitationOptions: ParsableArguments {
  @Option(1...720, "hours", help: "The lifetime of an invitation to choose a login and a password.")
  var invitationHours = 72

  var rules: EnrolmentRules {
    var rules = EnrolmentRules()
    rules.invitation = .seconds(invitationHours * 3600)
    return rules
  }
}

/// The limits of password hashing, which is slow and uses much memory.
struct HashingOptions: ParsableArguments {
  @Option(1...64, help: "Passwords that are hashed at the same time.")
  var hashingThreads = 2

  @Option(
    1...100_000, help: "Maximum number of logins and password changes that wait for hashing; further ones get 503.")
  var hashingQueue = 64

  func apply(to configuration: inout ServiceConfiguration) {
    (configuration.hashingWidth, configuration.hashingQueue) = (hashingThreads, hashingQueue)
  }
}
