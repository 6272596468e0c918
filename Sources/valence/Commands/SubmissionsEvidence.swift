import ArgumentParser
import Atoms
import Hosting
import JSON
import Model
import Services
import Support
import Texts

struct SubmissionsEvidence: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence", abstract: "Writes everything that proves a submission and its signature, and verifies it.",
    discussion: """
      The document has the rows as the person saw them, drawn again from the stored version, the circumstances of the \
      signature, the movement of money, and the audit records. The command computes the digest of the content again, \
      and verifies the audit from before the submission to the newest record. Values that are missing before the end \
      of their retention are reported as different. No digest covers the circumstances of the signature. The command \
      requires --reason.

      EXAMPLES
        valence submissions evidence 01a2b3c4-0000-7000-8000-000000000001 --text --reason "complaint 318"
        valence submissions evidence 01a2b3c4-0000-7000-8000-000000000001 --out evidence.json --reason "case 7"

      Exit status: 0 if all digests and the audit agree, 1 otherwise.
      """)

  @Argument(help: "The submission.") var submission: String
  @Flag(help: "Writes lines for a person instead of JSON.") var text = false
  @Option(help: ArgumentHelp("The language of the rows in the text.", valueName: "language"))
  var language = Language.standard.rawValue
  @Option(help: ArgumentHelp("The file to write, which must not exist; its mode is 0600.", valueName: "file"))
  var out: String?
  @OptionGroup var retention: RetentionOptions
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let id = try SubmissionsCommand.id(submission)
    guard let language = Language(rawValue: language) else {
      throw OperatorError("--language takes \(Language.allCases.map(\.rawValue).listed)")
    }
    try audited.requireReason(for: "`submissions evidence`")
    let rules = retention.rules
    let database = try audited.database(for: Self.self, data)
    let services = try database.services(over: try database.openUpToDate()) { $0.retention = rules }
    guard let evidence = try SubmissionRecords(services).evidence(id) else {
      throw OperatorError("the submission \(id) does not exist")
    }
    let lines = text ? evidence.lines(in: language) : [evidence.json.pretty]
    try Output.write(lines, to: out)
    for check in evidence.differences { Output.error("does not agree: \(check.name)") }
    if !evidence.differences.isEmpty { throw ExitCode.failure }
  }
}
