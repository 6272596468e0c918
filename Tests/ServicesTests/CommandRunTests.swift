import DataAccess
import Model
import SQLiteStorage
import Storage
import TestDatabases
import Testing

@testable import Services

/// Runs of commands in the audit.
@Suite struct CommandRunTests {
  private static func draft(operator login: String? = nil) -> CommandRunDraft {
    CommandRunDraft(
      login: "anna", effectiveUser: "root", host: "web1 pid 4711", command: "users unlock", operatorLogin: login,
      reason: "call from the security desk")
  }

  @Test("A run is stored with its record and is the actor in place of the system") func runIsActor() throws {
    let bank = try TestBank()
    let olga = try bank.services.users.add(
      login: "olga", name: "Ольга", password: "an operators password", role: .operator
    ).wait()
    let before = try bank.services.audit.head().sequence
    let audit = try bank.services.audit.began(Self.draft(operator: "olga"))
    try bank.database.deferredWrite(locking: []) { transaction in
      try audit.record(.signingUnlocked, by: .system, of: .person(bank.caller.person), transaction)
      try audit.record(.login, by: .person(bank.caller.person), of: .person(bank.caller.person), transaction)
    }.wait()
    var filter = AuditSearchDAO.Filter()
    filter.after = before
    let found = try audit.records(matching: filter, newest: false, limit: 10)
    #expect(found.map(\.record.event) == ["command-run", "signing-unlocked", "login"])
    let run = try #require(found.first?.run)
    #expect(run.operator == olga.id && run.login == "anna" && run.effectiveUser == "root")
    #expect(found[1].run == run && found[2].run == nil)
    #expect(found[1].author == "olga (anna@web1): \"call from the security desk\"")
    #expect(found[2].author == nil)
    #expect(try audit.verify() == audit.head())
  }

  @Test("A run under the login of no operator stores nothing", arguments: ["nobody", "demo", "НЕТ"])
  func rejectsUnknownOperator(_ login: String) throws {
    let bank = try TestBank()
    let before = try bank.services.audit.head()
    #expect(throws: CommandRunError.unknownOperator(login)) {
      try bank.services.audit.began(Self.draft(operator: login))
    }
    #expect(try bank.services.audit.head() == before)
    #expect(try bank.count("SELECT count(*) FROM command_run") == 0)
  }

  @Test(
    "The verification of the audit finds a changed or removed run", .onFile,
    arguments: [
      "UPDATE command_run SET reason = 'another reason'", "UPDATE command_run SET os_login = NULL",
      "UPDATE command_run SET command = 'users list'", "DELETE FROM command_run",
    ] as [StaticString])
  func findsChangedRun(_ change: StaticString) throws {
    let bank = try TestBank()
    _ = try bank.services.audit.began(Self.draft())
    let sequence = try bank.services.audit.head().sequence
    #expect(throws: (any Error).self) { try bank.database.deferredWrite(locking: []) { try $0.execute(change) }.wait() }
    let connection = try SQLiteConnection(path: bank.database.file().path)
    for trigger in ["DROP TRIGGER command_run_is_not_changed", "DROP TRIGGER command_run_is_not_deleted"]
      as [StaticString]
    {
      try connection.execute(trigger)
    }
    #expect(try bank.services.audit.verify().sequence == sequence)
    try connection.execute(change)
    let fault = #expect(throws: AuditFault.self) { try bank.services.audit.verify() }
    #expect(fault?.sequence == sequence)
    #expect("\(try #require(fault))".contains("was altered or removed"))
  }
}
