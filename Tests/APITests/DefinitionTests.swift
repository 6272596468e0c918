import Definitions
import Atoms
import Foundation
import JSON
import Operations
import Services
import TestBank
import Testing

/// Operations that are replaced while people have their forms open.
struct DefinitionTests {
  /// Returns the catalog of the payment order, with one text of its file replaced.
  private static func catalog(_ text: String = "", _ instead: String = "") throws -> Catalog {
    let file = TestServer.root.appending(path: "config/operations/pp.quick.yaml").path
    var operation = try String(contentsOfFile: file, encoding: .utf8)
    if !text.isEmpty {
      try #require(operation.contains(text))
      operation = operation.replacing(text, with: instead)
    }
    let files = DefinitionFiles(operations: [DefinitionFile(name: "pp.quick.yaml", bytes: Array(operation.utf8))])
    return try Catalog(files, vocabulary: .bank)
  }

  private static func submit(_ person: Visitor, _ version: String?, key: String) throws -> Visitor.Answer {
    var body = Object([("values", .object(try person.payment()))])
    if let version { body["version"] = .string(version) }
    return try person.post("/operations/pp.quick/submissions", .object(body), headers: [("Idempotency-Key", key)])
  }

  @Test("A replaced version of a form is accepted for 24 hours") func acceptsReplacedVersionForADay() throws {
    let server = try TestServer()
    var person = try server.person()
    let old = try #require(try person.get("/operations/pp.quick")["version"]?.string)
    try server.definitions.serve(try Self.catalog("maxLength: 160", "maxLength: 5"))
    let new = try #require(server.definitions.catalog["pp.quick"]?.version)
    #expect(try Self.submit(person, nil, key: "now").status == 422)
    #expect(try Self.submit(person, old, key: "1").status == 201)
    server.pass(.seconds(24 * 3600 - 60))
    person = try server.person()
    #expect(try Self.submit(person, old, key: "2").status == 201)
    server.pass(.seconds(120))
    let late = try Self.submit(person, old, key: "3")
    late.expectProblem(409, "outdated-version")
    #expect(late["next"]?["version"]?.string == new)
    // A repeated key returns the stored submission.
    #expect(try Self.submit(person, old, key: "2").status == 200)
    #expect(try Self.submit(person, "000000000000", key: "4").status == 409)
    #expect(server.logged.filter { $0.hasPrefix("error") } == [])
  }

  @Test("A pending submission can be signed after its operation is removed")
  func signsAfterOperationIsRemoved() throws {
    let (server, person) = try TestServer { $0.versionsKept = .zero }.withPerson()
    let sent = try Self.submit(person, nil, key: "1")
    let id = try sent.submissionID()
    // Twice, because versions that are no longer accepted are removed by a later change.
    try server.definitions.serve(try Self.catalog("operation: pp.quick", "operation: other"))
    try server.definitions.serve(try Self.catalog("operation: pp.quick", "operation: another"))
    #expect(try person.get("/operations/pp.quick").status == 404)
    #expect(try Self.submit(person, sent["submission"]?["version"]?.string, key: "2").status == 404)
    let tree = try person.get("/submissions/\(id)/signature")
    #expect(tree.raw.text.contains("Recipient's full name: ООО Ромашка"))
    let signed = try person.sign(id, person.codes(for: tree.body))
    #expect(signed["submission"]?["status"] == "executed")
    #expect(signed["submission"]?["title"] == "Payment by account details")
    #expect(server.logged.filter { $0.hasPrefix("error") } == [])
  }

  @Test("A repeated key returns the stored submission after its version is revoked")
  func repeatedKeyReturnsStoredSubmission() throws {
    let (server, person) = try TestServer().withPerson()
    let drawn = try #require(try person.get("/operations/pp.quick")["version"]?.string)
    let sent = try Self.submit(person, drawn, key: "1")
    try server.definitions.serve(try Self.catalog("operation: pp.quick", "operation: other"))
    _ = try server.services.versions.revoke("pp.quick", drawn).wait()
    let again = try Self.submit(person, drawn, key: "1")
    #expect(again.status == 200)
    #expect(again["submission"] == sent["submission"])
    #expect(try Self.submit(person, drawn, key: "2").status == 404)
    let body: Value = ["values": ["name": "another"], "version": .string(drawn)]
    let other = try person.post("/operations/pp.quick/submissions", body, headers: [("Idempotency-Key", "1")])
    other.expectProblem(422, "idempotency-key-reused")
  }

  @Test("A form is accepted while its version is being reactivated") func acceptsVersionBeingReactivated() throws {
    let (server, person) = try TestServer().withPerson()
    let (first, second) = (try Self.catalog(), try Self.catalog("maxLength: 160", "maxLength: 170"))
    for catalog in [first, second] { try server.definitions.serve(catalog) }
    let drawn = try #require(first["pp.quick"]?.version)
    // The state of the database immediately before a set is replaced.
    let source = try #require(first.source(of: "pp.quick"))
    try server.services.versions.serve([.init(operation: "pp.quick", version: drawn, text: source.json)]).wait()
    let sent = try Self.submit(person, drawn, key: "1")
    #expect(sent.status == 201)
    #expect(sent["submission"]?["version"]?.string == drawn)
  }

  @Test("A request during a change of definitions sees either the old or the new set")
  func requestsSeeOneDefinitionSet() throws {
    let server = try TestServer()
    let token = try server.person().token
    let catalogs = [try Self.catalog(), try Self.catalog("wide: true, capitalize", "capitalize")]
    let versions = Set(catalogs.compactMap { $0["pp.quick"]?.version })
    #expect(versions.count == 2)
    for catalog in catalogs { try server.definitions.serve(catalog) }
    let found = try together(5) { number -> Set<String> in
      if number == 0 {
        for turn in 1...40 { try server.definitions.serve(catalogs[turn % 2]) }
        return []
      }
      let person = try Visitor(server, token: token)
      var found: Set<String> = []
      for turn in 0..<200 {
        let answer =
          turn % 2 == 0
          ? try person.get("/operations/pp.quick")
          : try person.post(
            "/operations/pp.quick/evaluate",
            ["values": [:], "version": .string(catalogs[number % 2]["pp.quick"]?.version ?? "")])
        found.insert("\(answer.status) \(answer["version"]?.string ?? "")")
        if turn % 2 == 1, answer["version"]?.string != catalogs[number % 2]["pp.quick"]?.version {
          found.insert("other")
        }
      }
      return found
    }
    #expect(found.reduce(into: Set()) { $0.formUnion($1) }.isSubset(of: versions.map { "200 \($0)" }))
  }
}
