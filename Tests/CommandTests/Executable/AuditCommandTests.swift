import Foundation
import JSON
import Operations
import TestBank
import Testing

/// `valence audit`, while a server runs and after its stop.
struct AuditCommandTests {
  private static let lender = """
    service: lender
    at: http://127.0.0.1:9
    effects: [{effect: lend, takes: {note: text}, post: /loans, body: {note: $note}, executed: {status: 201}}]
    """
  private static let loan = """
    operation: loan
    title: {ru: Кредит, en: Loan}
    effect: lend
    atoms:
      - {textInput: note, caption: {ru: Примечание, en: Note}}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  @Test("Every command that changes data writes its audit records") func everyCommandWritesAuditRecords() throws {
    let place = try Workplace.withConfiguration()
    var server = try place.serve("--demo")
    try server.stop()
    let stored = try place.run("versions", "list", "pp.quick").output.split(separator: " ")
    let old = try #require(stored.dropFirst().first.map(String.init))
    // A changed file, so that the previous version is no longer served.
    let file = "config/operations/pp.quick.yaml"
    let text = try String(contentsOf: place.folder.appending(path: file), encoding: .utf8)
    try place.write(text.replacing("maxLength: 160", with: "maxLength: 150"), to: file)
    // The system is unreachable, so its deliveries remain open.
    try place.write(Self.lender, to: "config/services/lender.yaml")
    try place.write(Self.loan, to: "config/operations/loan.yaml")
    server = try place.serve("--demo")
    let sample = TestServer.root.appending(path: "Tests/DirectorySamples/ed807-sample.xml")
    try FileManager.default.copyItem(at: sample, to: place.folder.appending(path: "full.xml"))
    // A person with a session that can be ended and with two open deliveries.
    let person = try server.person()
    let open = try (0..<2).map { number in
      let sent = try person.submit(["note": "x"], to: "loan", key: "\(number)")
      return try sent.submissionID()
    }
    // Two sets of definitions: one was active, the other is stored and activated below.
    let sets = try ["one", "two"].map { name in
      try place.write(
        "operation: note\ntitle: \(name)\natoms: [{text: a, caption: А}]\n", to: "\(name)/operations/note.yaml")
      return try StoredFiles(directory: place.folder.appending(path: name).path).contents.hash.rawValue
    }
    for command in [["put", "one"], ["activate", sets[0]]] {
      #expect(try Program(["definitions"] + command, in: place).outcome().status == 0)
    }
    let runs: [(command: [String], input: String)] = [
      (["definitions", "put", "two"], ""), (["definitions", "activate", sets[1]], ""),
      (["definitions", "rollback"], ""),
      (["users", "add", "ivan", "--name", "Иван", "--external-id", "C-9"], "a long password\n"),
      (["users", "matrix", "ivan"], ""),
      (["users", "password", "ivan"], "another long password\n"), (["users", "logout", "demo"], ""),
      (["users", "unlock", "ivan"], ""), (["users", "limit", "ivan", "pp.quick", "1"], ""),
      (["users", "link", "ivan", "C-1"], ""),
      (["operations", "disable", "pp.quick"], ""), (["operations", "enable", "pp.quick"], ""),
      (["deliveries", "retry", open[0]], ""), (["deliveries", "reject", open[1], "--force", "a letter"], ""),
      (["versions", "revoke", "pp.quick", old], ""), (["banks", "import", "full.xml"], ""),
      (["keys", "add"], ""), (["retain"], ""),
      (["submissions", "list"], ""), (["submissions", "show", open[0]], ""), (["submissions", "export"], ""),
      (["submissions", "evidence", open[0], "--reason", "a claim"], ""), (["deliveries", "list"], ""),
      (["deliveries", "show", open[0], "--reason", "a claim"], ""),
      (["users", "export", "ivan", "--out", "ivan.json", "--reason", "a request"], ""), (["backup", "saved"], ""),
      (["users", "erase", "ivan", "--yes"], ""),
    ]
    for (command, input) in runs { try AuditedRuns(place).run(command, input: input) }
    // `SharedKeysTests` covers `keys activate`. With SQLite, the first key of the key file is
    // active.
    // `CopyCommandTests` covers `copy`, which refuses a database in use.
    let commands = Set(AuditedCommandTests.commands.keys).subtracting(["keys activate", "copy"])
      .subtracting(AuditedAccountTests.covered)
    #expect(Set(runs.map { AuditedRuns.words(of: $0.command) }) == commands)
    #expect(try place.run("audit", "verify").output.hasPrefix("whole: "))
    try server.stop()
  }

  @Test("Every check finds a ledger movement without an audit record") func checksFindInsertedMovement() throws {
    let place = try Workplace.withDemoBank()
    let checks = [["audit", "verify"], ["check-ledger"], ["check-database"]]
    for check in checks { #expect(try Program(check, in: place).outcome().status == 0) }
    try place.spoil(
      """
      INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
      SELECT debit, credit, 5, ledger.currency, purpose, (SELECT max(at) FROM ledger), balance + 5, received + 5
      FROM ledger JOIN account ON number = credit ORDER BY id LIMIT 1
      """)
    for check in checks {
      let found = try Program(check, in: place).outcome()
      #expect(found.status == 1 && found.output.contains("has no audit record: it was inserted"), "\(check)")
    }
  }

  @Test("Every check finds a changed audit record") func checksFindChangedRecord() throws {
    let place = try Workplace.withDemoBank()
    try place.spoil(
      "DROP TRIGGER audit_record_is_not_changed", "UPDATE audit_record SET at = at + 1 WHERE sequence = 2")
    for check in [["audit", "verify"], ["check-ledger"], ["check-database"]] {
      let found = try Program(check, in: place).outcome()
      #expect(
        found.status == 1 && found.output.contains("broken at 2: record 2 was altered or written without the key"),
        "\(check)")
    }
  }

  @Test("`audit verify` reports the first changed or missing record") func verifyReportsFirstBrokenRecord() throws {
    let (place, server, person) = try Workplace.servingPerson()
    let whole = try place.run("audit", "verify")
    let kept = try AuditedRuns(place).head()
    #expect((whole.status, whole.output) == (0, "whole: \(kept.sequence) records, head \(kept.text)\n"))
    #expect(try person.patch("/settings", ["pushDeals": true]).status == 200)
    for option in ["--expect", "--since"] {
      #expect(try place.run("audit", "verify", option, kept.text).status == 0)
    }
    let ended = try server.stop()
    // The server also logs the head at its start and at its stop.
    let last = try AuditedRuns(place).head().text
    #expect(ended.errorLines.contains { $0.contains(last) })
    try place.spoil(
      "DROP TRIGGER audit_record_is_not_deleted", "DROP TRIGGER audit_record_is_not_changed",
      "DELETE FROM audit_record WHERE sequence = (SELECT max(sequence) FROM audit_record)")
    #expect(try place.run("audit", "verify").status == 0)
    let cut = try place.run("audit", "verify", "--expect", "\(kept.sequence + 1)\(kept.text.drop { $0 != ":" })")
    let missing = "broken at \(kept.sequence + 1): record \(kept.sequence + 1) is missing\n"
    #expect((cut.status, cut.output) == (1, missing))
    try place.spoil("UPDATE audit_record SET at = at + 1 WHERE sequence = 2")
    let altered = try place.run("audit", "verify")
    #expect((altered.status, altered.output) == (1, "broken at 2: record 2 was altered or written without the key\n"))
    try place.spoil("DELETE FROM audit_record WHERE sequence BETWEEN 2 AND 4")
    #expect(try place.run("audit", "verify").output == "broken at 2: records 2 to 4 are missing\n")
    try FileManager.default.removeItem(at: place.folder.appending(path: "valence.sqlite.key"))
    let keyless = try place.run("audit", "verify")
    #expect((keyless.status, keyless.errors) == (1, "Error: there is no secret key file valence.sqlite.key\n"))
    for wrong in ["1", "x:00", "5:zz", "0:\(String(repeating: "0", count: 64))"] {
      #expect(try place.run("audit", "verify", "--expect", wrong).status == 64)
    }
  }
}
