import ArgumentParser
import Model
import Testing

@testable import valence

/// The audit records of each command, or the reason why it writes none. A test fails until a new
/// command is listed here.
struct AuditedCommandTests {
  static let commands: [String: [AuditEvent]] = [
    "users add": [.personAdded, .matrixIssued],
    "users matrix": [.matrixIssued],
    "users unlock": [.signingUnlocked],
    "users password": [.passwordChanged],
    "users logout": [.sessionEnded],
    "users erase": [.personErased],
    "users limit": [.limitChanged],
    "users link": [.personLinked],
    "operations disable": [.operationDisabled],
    "operations enable": [.operationEnabled],
    "versions revoke": [.versionRevoked],
    "deliveries retry": [.deliveryRetried], "deliveries reject": [.submissionRejected, .deliveryForced],
    "banks import": [.directoryImported],
    "keys activate": [.keyActivated],
    "definitions put": [.definitionsStored], "definitions activate": [.definitionsActivated],
    "definitions rollback": [.definitionsRolledBack],
  ]

  static let silentCommands = [
    "serve": "records requests and served versions", "check": "reads files",
    "test": "writes to a temporary database", "show": "reads", "graph": "reads files",
    "routes": "reads files",
    "services list": "prints", "services check": "sends a request to a system, and prints",
    "services record": "writes a file of recorded answers", "services import": "prints",
    "schema": "prints", "reference": "prints", "openapi": "prints", "conditions eval": "evaluates",
    "conditions explain": "explains",
    "deliveries list": "reads", "deliveries show": "reads",
    "operations diff": "reads", "versions list": "reads", "definitions list": "reads", "check-ledger": "reads",
    "check-database": "reads",
    "config": "prints", "backup": "reads", "restore": "replaces the database together with its audit",
    "copy": "fills a new database together with its audit",
    "retain": "deletes data after its retention period",
    "keys list": "reads",
    "audit verify": "reads", "audit head": "reads", "audit list": "reads",
    "migrate": "records its changes in the table of migrations",
  ]

  @Test("Every command declares its audit events") func declaresEventsOfEveryCommand() {
    func leaves(_ command: any ParsableCommand.Type, _ words: [String]) -> [String] {
      let below = command.configuration.subcommands
      if below.isEmpty { return [words.joined(separator: " ")] }
      return below.flatMap { leaves($0, words + [$0._commandName]) }
    }
    let all = Valence.configuration.subcommands.flatMap { leaves($0, [$0._commandName]) }
    #expect(Set(all) == Set(Self.commands.keys).union(Self.silentCommands.keys))
  }
}
