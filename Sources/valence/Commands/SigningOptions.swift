import ArgumentParser
import Atoms
import Logging
import Operations
import Services

/// How submissions are signed.
struct SigningOptions: ParsableArguments {
  @Option(1...8, help: "Cells of the security matrix that a signature asks.")
  var matrixCells = SigningRules().cells

  @Option(1...1000, help: "How many signatures may ask one cell; 1 asks each once.")
  var matrixUses = SigningRules().usesPerCell

  @Option(
    help: ArgumentHelp(
      "The program that sends one-time codes: telephone number and text come on its standard input. Default: none.",
      valueName: "path"))
  var codeSender: String?

  @Option(10...3600, "seconds", help: "How long before another one-time code is sent for the same submission.")
  var codeResend = 60

  @Option(1...1000, help: "One-time codes that a person is sent in an hour.")
  var codesPerHour = SigningRules().codesPerHour

  @Option(1...60, "minutes", help: "How long a challenge, cells or a one-time code, may be answered.")
  var challengeMinutes = 5

  @Option(1...10, help: "Wrong answers that end a submission.")
  var signatureAttempts = SigningRules().attempts

  @Option(1...100, help: "Wrong answers in a row, over all submissions, that lock a person's signing.")
  var attemptsBeforeLock = SigningRules().attemptsBeforeLock

  /// The rules that the options write, for matrices of that size.
  func rules(_ sized: SigningRules) throws -> SigningRules {
    guard matrixCells <= sized.columns * sized.rows else {
      throw CommandFailure("--matrix-cells takes no more cells than the matrix has, \(sized.columns * sized.rows)")
    }
    var rules = sized
    (rules.cells, rules.usesPerCell, rules.codesPerHour) = (matrixCells, matrixUses, codesPerHour)
    rules.resendAfter = .seconds(codeResend)
    rules.challengeLifetime = .seconds(challengeMinutes * 60)
    (rules.attempts, rules.attemptsBeforeLock) = (signatureAttempts, attemptsBeforeLock)
    return rules
  }

  /// Where one-time codes go out: to the program, or for a demo without one into the log; nil where there is neither.
  func post(isDemo: Bool, _ log: Logger) throws -> CodePost? {
    let failed: @Sendable (any Error) -> Void = { error in
      log.error("a one-time code was not sent", metadata: ["error": "\(error)"])
    }
    if let codeSender {
      do throws(ProgramCodeSender.Failure) {
        return CodePost(try ProgramCodeSender(path: codeSender), failed: failed)
      } catch {
        throw CommandFailure("--code-sender: \(codeSender) is not a program that can be run")
      }
    }
    return isDemo ? CodePost(LogCodeSender(log: log), failed: failed) : nil
  }

  /// Warns of operations that nobody can sign, for want of a sender.
  static func warn(of catalog: Catalog, _ log: Logger) {
    let unsigned = catalog.operations.filter { $0.sign == "code" }.map(\.id)
    if unsigned.isEmpty { return }
    log.warning(
      "nobody can sign these: there is no --code-sender",
      metadata: ["operations": "\(unsigned.joined(separator: " "))"])
  }
}
