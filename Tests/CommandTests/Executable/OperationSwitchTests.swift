import Foundation
import JSON
import Dates
import Model
import SQLiteStorage
import Secrets
import Services
import TestBank
import TestClient
import Testing

/// Operations that an operator disables and enables while a server runs.
struct OperationSwitchTests {
  private static func submit(_ person: Visitor, key: String) throws -> Visitor.Answer {
    try person.post(
      "/operations/pp.quick/submissions", ["values": .object(try person.payment())],
      headers: [("Idempotency-Key", key)])
  }

  private static func ids(_ person: Visitor) throws -> [String] {
    (try person.get("/operations")["data"]?.array ?? []).compactMap { $0["id"]?.string }
  }

  @Test("A command stores a time no earlier than the newest stored time") func storesMonotonicTimes() throws {
    let place = try Workplace.withDemoBank()
    let path = place.folder.appending(path: "valence.sqlite").path
    // Simulates a system clock that was set back by two hours after the stored time.
    let later = Instant.systemNow + .seconds(7200)
    let database = try Database(path: path)
    let audit = Audit(store: database, keys: try SecretKeyFile(path: "\(path).key").load(), clock: { later })
    let availability = try Availability(store: database, audit: audit, clock: { later })
    #expect(try availability.disable("pp.full"))
    #expect(try place.run("operations", "disable", "pp.quick").status == 0)
    let since = try #require(try availability.disabled().first { $0.operation == "pp.quick" }?.since)
    #expect(since >= later)
    #expect(try place.run("audit", "verify").status == 0)
  }

  @Test("A disabled operation is rejected with 503 until it is enabled, also after a restart")
  func disablesOperationUntilEnabled() throws {
    let place = try Workplace()
    var server = try place.serve("--demo")
    var person = try server.person()
    let sent = try Self.submit(person, key: "before")
    let id = try sent.submissionID()
    let codes = person.codes(for: sent["next"])
    #expect(try person.put("/drafts/pp.quick", ["values": ["name": "ООО Ромашка"]]).status == 201)

    let done = try place.run("operations", "disable", "pp.quick")
    #expect((done.status, done.output) == (0, "disabled pp.quick\n"))
    #expect(try place.run("operations", "disable", "pp.quick").output == "pp.quick is already disabled\n")
    #expect(try place.run("versions", "list").output.contains(/pp\.quick +disabled since 2/))
    for turn in ["at once", "after a restart"] {
      #expect(try !Self.ids(person).contains("pp.quick"), "\(turn)")
      for answer in [
        try person.get("/operations/pp.quick"), try Self.submit(person, key: "later"),
        try person.get("/drafts/pp.quick"), try person.get("/submissions/\(id)/signature"),
        try person.sign(id, codes),
      ] {
        answer.expectProblem(503, "operation-disabled")
        #expect(answer.raw["retry-after"] == "60")
      }
      // A repeated submission returns the stored one, and drafts can still be saved.
      #expect(try Self.submit(person, key: "before")["submission"]?["id"]?.string == id)
      #expect(try person.put("/drafts/pp.quick", ["values": ["name": "ООО Ромашка"]]).status == 200)
      if turn != "at once" { break }
      // The server evaluates open forms until its next check of the disabled operations.
      let question: Value = ["values": [:]]
      _ = try eventually { try person.post("/operations/pp.quick/evaluate", question).status != 200 }
      try person.post("/operations/pp.quick/evaluate", question).expectProblem(503, "operation-disabled")
      try server.stop()
      server = try place.serve("--demo")
      person = try person.reconnected(to: server.port)
    }

    let listed = try place.run("operations", "list", "--disabled").output
    #expect(listed.hasPrefix("pp.quick  ") && listed.split(separator: "\n").count == 1, "\(listed)")
    #expect(listed.contains("  disabled since "))
    let enabled = try place.run("operations", "enable", "pp.quick")
    #expect((enabled.status, enabled.output) == (0, "enabled pp.quick\n"))
    #expect(try place.run("operations", "enable", "pp.quick").output == "pp.quick was not disabled\n")
    #expect(try Self.ids(person).contains("pp.quick"))
    #expect(try person.get("/drafts/pp.quick").status == 200)
    // No attempt was counted, and the codes remain valid.
    #expect(try person.sign(id, codes)["submission"]?["status"] == "executed")
    try server.stop()
    let unknown = try place.run("operations", "disable", "pp.quik")
    #expect(
      (unknown.status, unknown.errors)
        == (1, "Error: the operation `pp.quik` was never served, did you mean `pp.quick`?\n"))
  }
}
