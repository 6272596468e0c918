import Foundation
import JSON
import TestBank
import TestClient
import Testing

/// Commands for versions of operations while a server runs.
struct VersionCommandTests {
  private static let file = "config/operations/pp.quick.yaml"

  /// Returns a workplace with its own configuration, and the text of its payment order.
  private static func place() throws -> (Workplace, String) {
    let place = try Workplace.withConfiguration()
    return (place, try String(contentsOf: place.folder.appending(path: file), encoding: .utf8))
  }

  /// Reloads a payment order whose name may have at most `characters` characters. Returns its
  /// version.
  private static func limit(
    _ characters: Int, _ text: String, in place: Workplace, _ server: RunningServer, _ person: Visitor
  ) throws -> String {
    let before = try person.get("/operations/pp.quick")["version"]
    try place.write(text.replacing("maxLength: 160", with: "maxLength: \(characters)"), to: file)
    server.signal(SIGHUP)
    #expect(try eventually { try person.get("/operations/pp.quick")["version"] != before })
    return try person.get("/operations/pp.quick")["version"]?.string ?? ""
  }

  private static func submit(_ person: Visitor, _ version: String, key: String) throws -> Visitor.Answer {
    try person.post(
      "/operations/pp.quick/submissions", ["values": .object(try person.payment()), "version": .string(version)],
      headers: [("Idempotency-Key", key)])
  }

  @Test("A form is evaluated by the version it was drawn from, also after a restart")
  func evaluatesFormByItsVersion() throws {
    let (place, text) = try Self.place()
    var server = try place.serve("--demo")
    var person = try server.person()
    let old = try #require(try person.get("/operations/pp.quick")["version"]?.string)
    let new = try Self.limit(5, text, in: place, server, person)
    #expect(new != old)
    // `ООО Ромашка` has eleven characters.
    #expect(try Self.submit(person, new, key: "new").status == 422)
    let sent = try Self.submit(person, old, key: "old")
    #expect(sent.status == 201)
    #expect(sent["submission"]?["version"]?.string == old)
    try server.stop()

    server = try place.serve("--demo")
    person = try person.reconnected(to: server.port)
    #expect(try person.get("/operations/pp.quick")["version"]?.string == new)
    let evaluated = try person.post(
      "/operations/pp.quick/evaluate",
      ["values": ["name": "ООО Ромашка"], "changed": ["name"], "commit": true, "version": .string(old)])
    #expect(evaluated["version"]?.string == old)
    #expect(evaluated["atoms"]?["name"]?["error"] == .null)
    let again = try Self.submit(person, old, key: "old-again")
    #expect(again.status == 201)
    // A submission from before the restart is shown and signed with its own version.
    let id = try sent.submissionID()
    let signature = try person.get("/submissions/\(id)/signature")
    #expect(signature.raw.text.contains("Recipient's full name: ООО Ромашка"))
    #expect(
      try person.sign(id, person.codes(for: signature.body))["submission"]?["status"] == "executed")
    try server.stop()
  }

  @Test("A revoked version is rejected with 409 from the next request on") func refusesRevokedVersion() throws {
    let (place, text) = try Self.place()
    let (server, person) = try place.serve("--demo").withPerson()
    let old = try #require(try person.get("/operations/pp.quick")["version"]?.string)
    let new = try Self.limit(20, text, in: place, server, person)
    let sent = try Self.submit(person, old, key: "before")
    #expect(sent.status == 201)

    let serving = try place.run("versions", "revoke", "pp.quick", new)
    #expect(serving.status == 1)
    #expect(
      serving.errors
        == "Error: \(new) of pp.quick is serving: change or remove its file and reload, then revoke it\n")
    let unknown = try place.run("versions", "revoke", "pp.quick", "000000000000")
    #expect(unknown.errors == "Error: version 000000000000 of pp.quick does not exist\n")
    let table = try place.run("versions", "list").output.split(separator: "\n")
    let listed = table.filter { $0.hasPrefix("pp.quick ") }.map { $0.replacing(/[ ]{2,}/, with: "  ") }
    #expect(listed.count == 2)
    #expect(listed.first?.hasPrefix("pp.quick  \(new)  served since 2") == true)
    #expect(listed.first?.hasSuffix("  serving") == true)
    #expect(listed.last?.hasPrefix("pp.quick  \(old)  served since 2") == true)
    #expect(listed.last?.contains("  kept until 2") == true)

    let revoked = try place.run("versions", "revoke", "pp.quick", old)
    #expect((revoked.status, revoked.output) == (0, "revoked pp.quick \(old)\n"))
    let refused = try Self.submit(person, old, key: "after")
    refused.expectProblem(409, "outdated-version")
    #expect(refused["next"]?["version"]?.string == new)
    let evaluated = try person.post("/operations/pp.quick/evaluate", ["values": [:], "version": .string(old)])
    evaluated.expectProblem(409, "outdated-version")
    #expect(try place.run("versions", "list", "pp.quick").output.contains("\(old)  served since"))
    #expect(try place.run("versions", "list", "pp.quick").output.contains("revoked at 2"))
    #expect(try Self.submit(person, old, key: "before").status == 200)
    try server.stop()
  }

  @Test("`--versions-kept` sets how long earlier versions are accepted") func appliesVersionRetention() throws {
    let (place, text) = try Self.place()
    let (server, person) = try place.serve("--demo", "--versions-kept", "0").withPerson()
    let old = try #require(try person.get("/operations/pp.quick")["version"]?.string)
    let new = try Self.limit(20, text, in: place, server, person)
    let refused = try Self.submit(person, old, key: "old")
    refused.expectProblem(409, "outdated-version")
    #expect(refused["next"]?["version"]?.string == new)
    try server.stop()
    let wrong = try place.run("serve", "--port", "0", "--versions-kept", "9000")
    #expect(wrong.errorLines == ["Error: --versions-kept takes 0 to 8760 hours, not `9000`"])
  }

  @Test("`operations diff` lists the changes of a file for open forms") func diffListsChangesForOpenForms() throws {
    let (place, text) = try Self.place()
    let none = try place.run("operations", "diff", "pp.quick")
    #expect((none.status, none.errors) == (1, Workplace.absence(of: "valence.sqlite")))
    let server = try place.serve("--demo")
    let old = try #require(try server.person().get("/operations/pp.quick")["version"]?.string)
    #expect(
      try place.run("operations", "diff", "pp.quick").output == "pp.quick \(old) -> \(old)\nno change for open forms\n")
    let changed = text.replacing("maxLength: 160", with: "maxLength: 20").replacing(
      "optional: true, check: isKpp", with: "check: isKpp")
    try place.write(changed, to: Self.file)
    let difference = try place.run("operations", "diff", "pp.quick")
    #expect(difference.status == 0)
    #expect(
      difference.output.split(separator: "\n").dropFirst() == [
        "~ name: maxLength 160 -> 20", "~ kpp: optional true -> none",
      ])
    #expect(difference.output.hasPrefix("pp.quick \(old) -> "))
    let same = try place.run("operations", "diff", "pp.quick", old)
    #expect(same.output == difference.output)
    let unknown = try place.run("operations", "diff", "pp.quick", "000000000000")
    #expect(unknown.errors == "Error: the database has no version 000000000000 of pp.quick\n")
    try server.stop()
  }
}
