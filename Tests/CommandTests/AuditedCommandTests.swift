import ArgumentParser
import Model
import Testing

@testable import valence

/// The audit records of each command after the record of its run, or the reason why it writes none.
/// A test fails until a new command is listed here.
struct AuditedCommandTests {
  static let commands: [String: [AuditEvent]] = [
    "users add": [.personAdded, .personLinked, .matrixIssued],
    "users matrix": [.matrixIssued],
    "users unlock": [.signingUnlocked],
    "users password": [.passwordChanged],
    "users logout": [.sessionEnded],
    "users erase": [.personErased],
    "users limit": [.limitChanged],
    "users import": [.personAdded, .personLinked, .personInvited],
    "users invite": [.personInvited, .matrixIssued],
    "users block": [.personBlocked, .invitationRevoked],
    "users unblock": [.personUnblocked],
    "users link": [.personLinked],
    "customers add": [.customerAdded], "customers rename": [.customerChanged],
    "customers link": [.customerChanged],
    "accounts open": [.accountOpened, .moneyMoved], "accounts internal": [.accountOpened],
    "accounts grant": [.accessGranted, .accessGranted],
    "accounts assign": [.accountAssigned],
    "accounts revoke": [.accessRevoked, .accessRevoked], "accounts rename": [.accountRenamed],
    "accounts disable": [.accountDisabled], "accounts enable": [.accountEnabled], "accounts close": [.accountClosed],
    "accounts post": [.moneyMoved, .moneyReceived],
    "cards add": [.cardsIssued], "cards disable": [.cardChanged], "cards enable": [.cardChanged],
    "providers add": [.providerAdded], "providers disable": [.providerDisabled],
    "providers enable": [.providerEnabled], "meters add": [.subscriptionAdded, .meterAdded],
    "meters disable": [.meterDisabled], "meters enable": [.meterEnabled],
    "operations disable": [.operationDisabled],
    "operations enable": [.operationEnabled],
    "versions revoke": [.versionRevoked],
    "deliveries retry": [.deliveryRetried], "deliveries reject": [.submissionRejected, .deliveryForced],
    "banks import": [.directoryImported],
    "keys activate": [.keyActivated], "keys add": [.keyAdded],
    "definitions put": [.definitionsStored], "definitions activate": [.definitionsActivated],
    "definitions rollback": [.definitionsRolledBack],
    // Deletions after the retention period have no records of their own.
    "retain": [],
    // These only show the data of people.
    "submissions list": [], "submissions show": [], "submissions export": [], "submissions evidence": [],
    "users export": [], "users list": [], "users show": [],
    "customers list": [], "customers show": [], "accounts list": [], "accounts show": [], "cards list": [],
    "meters list": [], "deliveries list": [], "deliveries show": [],
    // These copy the data of all people.
    "backup": [], "copy": [],
  ]

  static let silentCommands = [
    "serve": "records requests and served versions", "check": "reads files",
    "test": "writes to a temporary database", "show": "reads; the audit records its run with --as",
    "graph": "reads files",
    "routes": "reads files",
    "services list": "prints", "services check": "sends a request to a system, and prints",
    "services record": "writes a file of recorded answers", "services import": "prints",
    "schema": "prints", "reference": "prints", "openapi": "prints", "conditions eval": "evaluates",
    "conditions explain": "explains",
    "providers list": "reads",
    "health": "asks a server", "operations list": "reads",
    "conformance list": "prints", "conformance run": "asks a client, and writes reports",
    "conformance serve": "has a temporary database", "conformance record": "has temporary databases",
    "operations diff": "reads", "versions list": "reads", "definitions list": "reads", "check-ledger": "reads",
    "check-database": "reads",
    "config": "prints",
    "restore": "replaces the database together with its audit",
    "keys list": "reads",
    "audit verify": "reads", "audit head": "reads",
    "audit list": "reads; the audit records its run with --person or --subject",
    "prepare-database": "prints", "migrate": "records its changes in the table of migrations",
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
