import Foundation
import JSON
import TestBank
import Testing

/// The complete log of a server at level `trace`. The test sends recognizable values to every
/// endpoint and provokes errors. Each line about a request must have its id, and no line may
/// contain a value.
struct LogValueTests {
  private static let marks = ["zqsecretpath", "zqsecretquery", "zqsecretbody", "zqsecretheader", "73519.46", "7351946"]

  /// Calls every endpoint with marks in its path parameters, its query, its headers and its body.
  private static func sendMarks(to person: Visitor) throws {
    let paths = try person.get("/openapi.json")["paths"]?.object?.members ?? []
    try #require(paths.count > 30)
    let body: Value = [
      "values": ["name": "zqsecretbody", "amount": "73519.46", "purpose": "zqsecretbody"], "login": "zqsecretbody",
      "password": "zqsecretbody", "qr": "ST00012|Name=zqsecretbody|Sum=7351946", "title": "zqsecretbody",
    ]
    for (template, methods) in paths.map({ ($0.name, $0.value) }) {
      let path = template.replacing(/\{[^}]+\}/, with: "zqsecretpath")
      // Skip the endpoints that could end the session of the following requests.
      guard !["/auth/logout", "/auth/sessions", "/auth/password"].contains(path) else { continue }
      for method in methods.object?.members.map({ $0.name.uppercased() }) ?? [] {
        // Send `/events` only with an invalid query, because a valid stream does not end.
        for query in (path == "/events" ? [] : [""]) + ["?q=zqsecretquery&values=zqsecretquery"] {
          let headers = [("Idempotency-Key", "zqsecretheader"), ("X-Forwarded-For", "zqsecretheader")]
          let hasBody = ["POST", "PUT", "PATCH"].contains(method)
          _ = try person.send(
            method, path + query, headers: headers + (hasBody ? [("Content-Type", "application/json")] : []),
            body: hasBody ? body.text : nil)
        }
      }
    }
    for path in ["/zqsecretpath", "/accounts/zqsecretpath/zqsecretpath", "/operations/zqsecretpath?zqsecretquery=%zz"] {
      _ = try person.get(path)
    }
    _ = try person.send(
      "POST", "/operations/pp.quick/evaluate", headers: [("Content-Type", "application/json")],
      body: #"{"values": {"name": "zqsecretbody"#)
  }

  @Test("Every log line of a request has its id, and no line contains a submitted value", arguments: ["text", "json"])
  func logsIDsWithoutValues(_ format: String) throws {
    let (place, program) = try Workplace.withProgram("#!/bin/sh\ncat >&2\nexit 3\n")
    let (server, person) = try place.serve(
      "--demo", "--code-sender", program, "--log-level", "trace", "--log-format", format, "--log", "bank.log"
    ).withPerson()
    let token = try #require(person.token)
    try Self.sendMarks(to: person)
    try Self.sendMarks(to: Visitor(port: server.port))
    // A payment that is signed after a wrong code, and one with a marked amount.
    let values = try person.payment(["name": "zqsecretbody", "amount": "73.51"])
    let sent = try person.submit(values, key: "zqsecretheader")
    let id = try sent.submissionID()
    let next = try person.sign(id, person.codes(for: sent["next"], wrong: true))["next"]
    #expect(try person.sign(id, person.codes(for: next))["submission"]?["status"] == "executed")
    _ = try person.submit(try person.payment(["name": "zqsecretbody", "amount": "73519.46"]), key: "zqsecretheader2")
    let account = try #require(values["from"]?.string)
    #expect(try person.get("/accounts/\(account)/entries?limit=2").status == 200)
    // A code whose sender program fails, on a separate thread.
    let renewed = try person.post(
      "/operations/matrix.renew/submissions", ["values": [:]], headers: [("Idempotency-Key", "zqsecretheader3")])
    #expect(renewed.status == 201)
    try place.spoil("PRAGMA foreign_keys = OFF", "DROP TABLE template")
    let unknown = try person.get("/templates?limit=7")
    #expect(unknown.status == 500)
    server.signal(SIGTERM)
    #expect(try server.program.outcome().errors == "")

    let log = try String(contentsOf: place.folder.appending(path: "bank.log"), encoding: .utf8)
    let lines = log.split(separator: "\n")
    func line(_ message: String) -> [Substring] { lines.filter { $0.contains(message) } }
    func hasID(_ line: Substring, _ id: String?) -> Bool {
      guard let id else { return false }
      return line.contains("requestId=\(id) ") || line.hasSuffix("requestId=\(id)")
        || line.contains("\"requestId\":\"\(id)\"")
    }
    let requests = lines.filter { $0.contains(format == "text" ? " access request " : "\"logger\":\"access\"") }
    #expect(requests.count > 150)
    #expect(requests.allSatisfy { $0.contains(format == "text" ? " requestId=" : "\"requestId\":\"") })
    let failed = line("a one-time code was not sent")
    #expect(failed.count == 1 && failed.allSatisfy { hasID($0, renewed.raw["x-request-id"]) }, "\(failed)")
    let unforeseen = line("unknown error")
    #expect(unforeseen.count == 1 && unforeseen.allSatisfy { hasID($0, unknown.raw["x-request-id"]) }, "\(unforeseen)")
    #expect(unforeseen.first?.contains("no such table: template") == true)
    // All other errors and warnings must be about requests, except the notice of the demo data.
    let others = lines.filter { $0.contains("error") || $0.contains("warning") }.filter { !requests.contains($0) }
      .filter { !$0.contains("demo data: the login and the password") }
    #expect(others.allSatisfy { $0.contains("requestId") }, "\(others)")
    let whole = values.members.compactMap(\.value.string).filter { $0.count > 5 }
    for secret in Self.marks + [token, "valence-demo", account, "Анна"] + whole {
      #expect(!log.contains(secret), "\(secret) in \(lines.first { $0.contains(secret) } ?? "")")
    }
  }
}
