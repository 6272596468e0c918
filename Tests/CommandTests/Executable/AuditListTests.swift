import JSON
import TestBank
import Testing

/// `valence audit list`.
struct AuditListTests {
  @Test("A list by subject stores a run, and a line ends with the words of its command") func storesRun() throws {
    let place = try Workplace.withDemoBank()
    #expect(try place.run("users", "unlock", "demo", "--reason", "a call").status == 0)
    let unlocked = try place.run("audit", "list", "--event", "signing-unlocked").output
    #expect(unlocked.contains(": \"a call\"  of person ") && unlocked.hasSuffix("  by valence users unlock\n"))
    let runs = try AuditedRuns(place).head().sequence
    #expect(try place.run("audit", "list", "--limit", "1").status == 0)
    #expect(try AuditedRuns(place).head().sequence == runs)
    let found = try place.run("audit", "list", "--subject", "logins:all", "--limit", "1", "--reason", "a search")
    #expect(found.status == 0)
    let last = try place.run("audit", "list", "--limit", "1").output
    #expect(
      last.contains(": \"a search\"  of run ") && last.hasSuffix("  by valence audit list --subject\n"), "\(last)")
    let refused = try Program(
      ["audit", "list", "--subject", "logins:all"], in: place, environment: ["VALENCE_REQUIRE_REASON": "true"]
    ).outcome()
    #expect(refused.status == 1 && refused.errors.contains("repeat the command with --reason TEXT"))
  }

  @Test("An unknown event is refused with the nearest event and all events") func suggestsEvent() throws {
    let place = try Workplace.withDemoBank()
    let refused = try place.run("audit", "list", "--event", "person-bloked")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("`person-bloked` is not an event of the audit, did you mean `person-blocked`?"))
    #expect(refused.errors.contains("; the events are login, ") && refused.errors.contains(", definitions-rolled-back"))
  }

  @Test(
    "An empty list prints a note on standard error and nothing else",
    arguments: [
      (["submissions", "list", "--status", "executed"], "no submissions"),
      (
        ["submissions", "list", "--request", "CgsjoP000050001"],
        "no submission was signed by the request CgsjoP000050001: search the log for it"
      ),
      (["users", "list", "--login", "x"], "no people"), (["versions", "list", "absent"], "no versions"),
      (["operations", "list", "--disabled"], "no operation is disabled"),
    ])
  func notesEmptyList(_ command: [String], _ note: String) throws {
    let outcome = try Program(command, in: try Workplace.withDemoBank()).outcome()
    #expect((outcome.status, outcome.output, outcome.errors) == (0, "", "\(note)\n"), "\(outcome)")
  }
}
