import Foundation
import JSON
import TestBank
import TestClient
import Testing

/// One-time codes that a program sends or a demo server logs, and servers without a code sender.
struct CodeSenderTests {
  private static func renew(_ person: Visitor, key: String = "k") throws -> Visitor.Answer {
    try person.post(
      "/operations/matrix.renew/submissions", ["values": [:]], headers: [("Idempotency-Key", key)])
  }

  @Test("A sender program gets code and telephone number, and the log contains neither")
  func sendsCodesByProgram() throws {
    let (place, program) = try Workplace.withProgram(
      "#!/bin/sh\ncat > sent.new && mv sent.new sent\necho told; exit 0\n")
    let (server, person) = try place.serve("--demo", "--code-sender", program).withPerson()
    let asked = try Self.renew(person)
    #expect(asked.status == 201)
    let sent = place.folder.appending(path: "sent").path
    #expect(eventually { FileManager.default.fileExists(atPath: sent) })
    let lines = try String(contentsOfFile: sent, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines.first == "+79000000000")
    let codes = try Telephones.codes(for: asked["next"], in: lines)
    let id = try asked.submissionID()
    #expect(try person.sign(id, codes)["submission"]?["status"] == "executed")
    let errors = try server.stop().errors
    #expect(!errors.contains("Code no.") && !errors.contains("+7900") && !errors.contains("told"))
    #expect(codes.members.allSatisfy { !errors.contains($0.value.string ?? "") })
  }

  @Test("A failed sender program is logged without the code") func logsFailedSenderWithoutCode() throws {
    let (place, program) = try Workplace.withProgram("#!/bin/sh\ncat >&2\nexit 3\n")
    let server = try place.serve("--demo", "--code-sender", program)
    #expect(try Self.renew(server.person()).status == 201)
    try server.program.hears("a one-time code was not sent again=true error=status(3)")
    #expect(try !server.stop().errors.contains("Code no."))
  }

  @Test("A demo server logs its one-time codes") func demoLogsCodes() throws {
    let (place, server, person) = try Workplace.servingPerson()
    let asked = try Self.renew(person)
    try server.program.hears("Code no. 1: ")
    let id = try asked.submissionID()
    let log = try FileManager.default.contentsOfDirectory(atPath: place.folder.path).filter {
      $0.hasPrefix("standard-error-")
    }.map { try String(contentsOf: place.folder.appending(path: $0), encoding: .utf8) }
    let codes = try Telephones.codes(for: asked["next"], in: log)
    #expect(try person.sign(id, codes)["submission"]?["status"] == "executed")
    try server.stop()
  }

  @Test("A server without a code sender logs and rejects operations that are signed by code")
  func warnsWithoutCodeSender() throws {
    let place = try Workplace.withDemoBank()
    let server = try place.serve()
    let person = try Visitor(port: server.port)
    try person.login("demo", "valence-demo")
    try Self.renew(person).expectProblem(503, "codes-unavailable")
    #expect(
      try server.stop().errors.contains(
        "operations cannot be signed without --code-sender or --codes-by operations=matrix.renew"))
  }

  @Test("Options set the size, code length and number of uses of security matrices")
  func appliesMatrixOptions() throws {
    let place = try Workplace()
    let size = ["--matrix-columns", "3", "--matrix-rows", "2", "--matrix-code-length", "7"]
    let added = try Program(["users", "add", "ivan", "--name", "Ivan"] + size, in: place, input: "a long password\n")
      .outcome()
    #expect(added.status == 0)
    #expect(
      RunningServer.matrix(in: added.output).keys.map(\.rawValue).sorted() == ["A1", "A2", "B1", "B2", "C1", "C2"])
    let issued = try Program(
      ["users", "matrix", "ivan", "--matrix-rows", "3"] + size.prefix(2) + size.suffix(2), in: place
    )
    .outcome()
    let matrix = RunningServer.matrix(in: issued.output)
    #expect(matrix.count == 9 && matrix.values.allSatisfy { $0.utf8.count == 7 })
    let server = try place.serve("--matrix-cells", "3", "--matrix-uses", "1")
    let person = try Visitor(port: server.port)
    try person.login("ivan", "a long password")
    #expect(try person.get("/user")["signaturesLeft"] == 3)
    try server.stop()
    let refused = try place.run("users", "matrix", "ivan", "--matrix-columns", "0")
    #expect((refused.status, refused.errors) == (1, "Error: --matrix-columns takes 1 to 26, not `0`\n"))
  }
}
