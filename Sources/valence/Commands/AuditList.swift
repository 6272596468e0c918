import ArgumentParser
import Atoms
import DataAccess
import Dates
import Hosting
import JSON
import Model
import Services

struct AuditList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Prints records: number, time, event, author, subject.",
    discussion: """
      The author of a record of a command is the operator, the user of the operating system, the host, and the reason. \
      A record of a command ends with its words. With --person or --subject, the audit records this run.

      EXAMPLES
        valence audit list
        valence audit list --after 1000 --limit 50
        valence audit list --person ivan --since 2026-11-01
        valence audit list --event operation-disabled --json
      """)

  @Option(help: ArgumentHelp("The number of a record; the list starts after it.", valueName: "number"))
  var after: Int64?
  @Option(help: "Maximum number of records; without --after, the newest ones.") var limit = 100
  @Option(
    help: ArgumentHelp(
      "The id of the subject, or its kind and id as in submission:01a2b3c4-0000-7000-8000-000000000001.",
      valueName: "subject"))
  var subject: String?
  @Option(help: ArgumentHelp("The login of a person: records by and about the person.", valueName: "login"))
  var person: String?
  @Option(help: "The event, such as submission-signed.") var event: String?
  @OptionGroup var period: PeriodOptions
  @Flag(help: "Prints one JSON object per record.") var json = false
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    guard (1...1_000_000).contains(limit) else { throw OperatorError("--limit takes 1 to 1000000, not \(limit)") }
    if let event, AuditEvent(rawValue: event) == nil {
      let events = AuditEvent.allCases.map(\.rawValue)
      throw OperatorError(
        "--event: `\(event)` is not an event of the audit\(suggestion(for: event, among: events)); the events are "
          + events.listed)
    }
    var filter = AuditSearchDAO.Filter()
    filter.event = event ?? ""
    filter.after = after ?? 0
    let bounds = try period.bounds
    filter.since = bounds.since
    filter.until = bounds.until
    if let subject {
      let parts = subject.split(separator: ":", maxSplits: 1).map(String.init)
      filter.subject = parts.count == 2 ? parts[0] : ""
      filter.subjectID = parts.last ?? ""
    }
    let audit: Audit
    if person != nil || subject != nil {
      let flags = [person == nil ? nil : "--person", subject == nil ? nil : "--subject"].compactMap(\.self)
      let services = try audited.database(for: Self.self, data, flags: flags).existingServices()
      filter.person = try person.map { try services.person($0).id }
      audit = services.audit
    } else {
      audit = try data.database.existingAudit()
    }
    for found in try audit.records(matching: filter, newest: after == nil, limit: limit) {
      if json { Output.json { Self.write(found, to: &$0) } } else { Output.line(Self.line(of: found)) }
    }
  }

  private static func line(of found: FoundRecord) -> String {
    let record = found.record
    let actor = [record.actor, record.actorID, record.session.map { "in \($0)" }].compactMap(\.self)
    let author = found.author ?? actor.joined(separator: " ")
    let command = found.run.map { "  by valence \($0.command)" } ?? ""
    return "\(record.sequence)  \(record.at)  \(record.event)  by \(author)  of \(record.subject) \(record.subjectID)"
      + command
  }

  private static func write(_ found: FoundRecord, to writer: inout Writer) {
    let record = found.record
    let texts: [(String, String?)] = [
      ("at", record.at.description), ("event", record.event), ("actor", record.actor), ("actorId", record.actorID),
      ("session", record.session), ("subject", record.subject), ("subjectId", record.subjectID),
      ("user", found.run?.user), ("command", found.run?.command), ("host", found.run?.host),
      ("operator", found.operatorLogin), ("reason", found.run?.reason),
    ]
    writer.object { writer in
      writer.key("sequence")
      writer.integer(record.sequence)
      for case (let name, let text?) in texts { writer.member(name, text) }
    }
  }
}
