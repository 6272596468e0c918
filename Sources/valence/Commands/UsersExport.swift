import ArgumentParser
import Hosting
import JSON
import Services
import Support

struct UsersExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes all data about a person as JSON, for a request of the person.",
    discussion: """
      The export has the profile, accounts with their entries, cards, sessions, submissions with values and \
      deliveries, drafts, meters, messages and audit records, each with its purpose, legal ground and retention. It \
      has no secrets. The profile has the reason of a block. The command requires --reason.

      EXAMPLE
        valence users export ivan --out ivan.json --reason "request of the person of 27 November"
      """)

  @Argument(help: "The login.") var login: String
  @Option(help: ArgumentHelp("The file to write, which must not exist; its mode is 0600.", valueName: "file"))
  var out: String
  @OptionGroup var retention: RetentionOptions
  @OptionGroup var drafts: DraftOptions
  @OptionGroup var invitations: InvitationOptions
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    try audited.requireReason(for: "`users export`")
    let services = try audited.database(for: Self.self, data).existingServices {
      ($0.retention, $0.drafts, $0.enrolments) = (retention.rules, drafts.rules, invitations.rules)
    }
    var writer = Writer()
    try PersonExport(services).write(try services.person(login), to: &writer)
    try Output.write([String(decoding: writer.bytes, as: UTF8.self)], to: out)
  }
}
