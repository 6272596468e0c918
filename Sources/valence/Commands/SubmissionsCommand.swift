import ArgumentParser
import DataAccess
import Hosting
import JSON
import Model
import Services
import Support

struct SubmissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submissions", abstract: "Finds, shows and exports submissions, and proves their signatures.",
    discussion: """
      The audit records each run, with --operator and --reason if they are given.

      EXAMPLES
        valence submissions list --person ivan --status rejected
        valence submissions show 01a2b3c4-0000-7000-8000-000000000001
        valence submissions export --since 2026-11-01 --format csv > november.csv
        valence submissions evidence 01a2b3c4-0000-7000-8000-000000000001 --text
      """,
    subcommands: [List.self, ShowSubmission.self, Export.self, SubmissionsEvidence.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists submissions, the newest first, with their status and the reason of a rejection.",
      discussion: """
        EXAMPLES
          valence submissions list --person ivan
          valence submissions list --operation pp.quick --status rejected --since 2026-11-27
          valence submissions list --request CgsjoP000050001
        """)

    @OptionGroup var filter: SubmissionFilter
    @Option(help: "Maximum number of submissions.") var limit = 100
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      guard (1...100_000).contains(limit) else { throw OperatorError("--limit takes 1 to 100000, not \(limit)") }
      let services = try audited.database(for: Self.self, data).existingServices()
      var logins = Logins(services)
      let found = try SubmissionRecords(services).newest(try filter.search(services), limit: limit)
      for submission in found { Output.line(try Self.line(of: submission, &logins)) }
      if found.isEmpty { Output.error(filter.emptyNote) }
    }

    private static func line(of submission: Submission, _ logins: inout Logins) throws -> String {
      let reason = submission.reason.map { " (\($0))" } ?? ""
      let amount = submission.amount.map { "  \($0)" } ?? ""
      return "\(submission.id)  \(submission.created)  \(submission.operation)  \(submission.status.rawValue)\(reason)"
        + "\(amount)  by \(try logins.login(of: submission.person))"
    }
  }

  struct ShowSubmission: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Shows a submission: person, history, amount, signature, delivery.",
      discussion: """
        --values also shows the values that the person entered. It requires --reason.

        EXAMPLES
          valence submissions show 01a2b3c4-0000-7000-8000-000000000001
          valence submissions show 01a2b3c4-0000-7000-8000-000000000001 --values --reason "complaint 318"
        """)

    @Argument(help: "The submission.") var submission: String
    @Flag(help: "Shows the values. Requires --reason.") var values = false
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      if values { try audited.requireReason(for: "--values") }
      let id = try SubmissionsCommand.id(submission)
      let database = try audited.database(for: Self.self, data, flags: values ? ["--values"] : [])
      let services = try database.existingServices()
      guard let found = try SubmissionRecords(services).find(id) else {
        throw OperatorError("the submission \(id) does not exist")
      }
      for line in try lines(of: services.submissions.seen(found.submission), services) { Output.line(line) }
    }

    private func lines(of submission: Submission, _ services: BankServices) throws -> [String] {
      var logins = Logins(services)
      var lines = [
        "operation  \(submission.operation) \(submission.version)",
        "person     \(try logins.login(of: submission.person)), id \(submission.person)",
        "submitted  \(submission.created)",
      ]
      for change in submission.history {
        lines.append("status     \(change.at)  \(change.status.rawValue)" + (change.reason.map { " (\($0))" } ?? ""))
      }
      if let amount = submission.amount { lines.append("amount     \(amount)") }
      if let method = submission.method {
        lines.append("signature  \(method.rawValue), attempts left \(submission.attemptsLeft)")
      }
      if let day = submission.businessDay { lines.append("day        \(day)") }
      if let movement = submission.movement { lines.append("movement   \(movement)") }
      if let delivery = try services.deliveries.find(submission.id) {
        let fault = delivery.fault.map { ": \($0)" } ?? ""
        lines.append("delivery   \(delivery.service) \(delivery.effect), \(delivery.status.rawValue)\(fault)")
      }
      if values {
        lines.append("values     \(submission.values)")
        if let captions = submission.captions { lines.append("captions   \(captions)") }
        if let derived = submission.derived { lines.append("derived    \(derived)") }
        if let warnings = submission.warnings { lines.append("warnings   \(warnings)") }
      }
      return lines
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes submissions to standard output, in order of their ids.",
      discussion: """
        The rows are read a few at a time, so a running server can write at the same time. --values adds the values \
        that people entered. It requires --reason.

        EXAMPLES
          valence submissions export --since 2026-11-01 --until 2026-11-30 > november.ndjson
          valence submissions export --format csv --values --reason "tax audit 12"
        """)

    @OptionGroup var filter: SubmissionFilter
    @Option(help: "The format: ndjson or csv.") var format = ExportFormat.ndjson
    @Flag(help: "Adds the values. Requires --reason.") var values = false
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      if values { try audited.requireReason(for: "--values") }
      let database = try audited.database(for: Self.self, data, flags: values ? ["--values"] : [])
      let services = try database.existingServices()
      let export = SubmissionExport(format, hasValues: values)
      if let header = export.header { Output.record(header) }
      try SubmissionRecords(services).forEach(try filter.search(services)) { submission in
        Output.record(export.line(of: submission))
        return true
      }
    }
  }

  static func id(_ text: String) throws -> SubmissionID {
    guard let id = SubmissionID(text) else { throw OperatorError("`\(text)` is not the id of a submission") }
    return id
  }
}

extension ExportFormat: ExpressibleByArgument {}
extension Submission.Status: ExpressibleByArgument {}

/// The options that select submissions.
struct SubmissionFilter: ParsableArguments {
  @Option(help: ArgumentHelp("The login of the person.", valueName: "login")) var person: String?
  @Option(help: ArgumentHelp("The id of the operation.", valueName: "id")) var operation: String?
  @Option(help: "The current status.") var status: Submission.Status?
  @Option(help: ArgumentHelp("The id of the request that signed the submission.", valueName: "id"))
  var request: String?
  @OptionGroup var period: PeriodOptions

  /// The note on standard error if no submission matches.
  fileprivate var emptyNote: String {
    request.map { "no submission was signed by the request \($0): search the log for it" } ?? "no submissions"
  }

  func search(_ services: BankServices) throws -> RecordSearch {
    var search = RecordSearch()
    search.person = try person.map { try services.person($0).id }
    search.operation = operation
    search.status = status
    search.request = request
    let bounds = try period.bounds
    search.since = bounds.since
    search.until = bounds.until
    return search
  }
}

/// The logins of people, each read once.
struct Logins {
  private let services: BankServices
  private var known: [PersonID: String] = [:]

  init(_ services: BankServices) { self.services = services }

  mutating func login(of id: PersonID) throws -> String {
    if let login = known[id] { return login }
    let login = try services.users.find(id)?.login.rawValue ?? id.description
    known[id] = login
    return login
  }
}
