import ArgumentParser
import DataAccess
import Dates
import Hosting
import Model
import Services

struct OperationsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the served operations, their versions, and who disabled them.",
    discussion: """
      EXAMPLES
        valence operations list --database /var/lib/valence/valence.sqlite
        valence operations list --disabled
      """)

  @Flag(help: "Lists disabled operations only.") var disabled = false
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try data.database.readingServices()
    let stopped = Dictionary(
      try services.availability.disabled().map { ($0.operation, $0.since) }, uniquingKeysWith: { first, _ in first })
    let served = try services.versions.all().filter { $0.replaced == nil }
    var lines: [String] = []
    for version in served where !disabled || stopped[version.operation] != nil {
      let state = "\(version.operation)  \(version.version)  served since \(version.served)"
      lines.append(state + (try Self.note(of: version.operation, stopped, services)))
    }
    for operation in Set(stopped.keys).subtracting(served.map(\.operation)).sorted() {
      lines.append("\(operation)  not served" + (try Self.note(of: operation, stopped, services)))
    }
    for line in lines { Output.line(line) }
    if lines.isEmpty { Output.error(disabled ? "no operation is disabled" : "no operation is served") }
  }

  /// Returns the time and the author of the disabling of an operation; empty if it is enabled.
  private static func note(
    of operation: String, _ stopped: [String: Instant], _ services: BankServices
  ) throws -> String {
    guard let since = stopped[operation] else { return "" }
    var filter = AuditSearchDAO.Filter()
    filter.event = AuditEvent.operationDisabled.rawValue
    filter.subjectID = operation
    filter.since = since + .seconds(-60)
    let found = try services.audit.records(matching: filter, newest: true, limit: 1).last
    return "  disabled since \(since)" + (found.flatMap { $0.author.map { " by \($0)" } } ?? "")
  }
}
