import Foundation
import HTTPServer
import JSON
import TestBank
import Testing

/// Systems of the bank over TLS: trusted certificates, and the responses to people if a certificate
/// is not trusted.
struct SystemTLSTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let body = Array(#"{"data": {"name": "ПАО Сбербанк", "head": "Греф"}}"#.utf8)

  /// Returns a register with this certificate.
  private static func register(_ certificate: String) throws -> Server {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.identity = try TLSIdentity(
      certificate: Array(Data(contentsOf: tests.appending(path: "\(certificate).pem"))),
      key: Array(Data(contentsOf: tests.appending(path: "\(certificate).key"))))
    return try Server(configuration: configuration) { _ in .now(Response(status: 200, body: body)) }
  }

  private static func bank(_ register: Server, host: String = "localhost", trusting certificate: String) throws
    -> TestServer
  {
    let authorities = tests.appending(path: "\(certificate).pem").path
    return try TestServer(
      operations: "Tests/APITests/Cases/lookups",
      asking: [Register.file.replacing("retries: 0", with: "retries: 0\ntls: {authorities: \"\(authorities)\"}")],
      at: "https://\(host):\(register.port)")
  }

  private static let (first, second) = ("HTTPServerTests/Certificates/first", "HTTPServerTests/Certificates/second")
  private static let expired = "HTTPClientTests/Certificates/expired"

  @Test("A system with a trusted certificate is queried") func queriesTrustedSystem() throws {
    let register = try Self.register(Self.first)
    let person = try Self.bank(register, trusting: Self.first).person()
    let states = try person.post(
      "/operations/slow.company/evaluate", ["values": ["inn": "7707083893"], "commit": true])
    #expect(states["atoms"]?["name"]?["caption"] == "ПАО Сбербанк")
  }

  /// Arguments: the certificate of the system and the trusted certificate.
  @Test(
    "A query to a system with an expired or untrusted certificate fails with reason `tls`",
    arguments: [(expired, expired), (first, second)])
  func rejectsUntrustedCertificate(shown: String, trusted: String) throws {
    let register = try Self.register(shown)
    let (server, person) = try Self.bank(register, trusting: trusted).withPerson()
    let answer = try person.post(
      "/operations/slow.company/evaluate", ["values": ["inn": "7707083893"], "commit": true])
    #expect(answer.status == 200 && answer["retryAfter"] == 5)
    let states = answer["atoms"]
    #expect(states?["inn"]?["enabled"] == true && states?["inn"]?["error"] == .null)
    #expect(states?["inn"]?["warning"]?["message"] == "The register is silent")
    #expect(states?["head"]?["enabled"] == false && states?["head"]?["value"] == .null)
    let values: Value = .object(try person.payment(Object([("inn", "7707083893")])))
    try person.submit(values, to: "slow.chain", key: "one").expectProblem(503, "system-unavailable")
    #expect(try person.get("/submissions")["count"] == 0)
    let lines = server.log.lines.filter { $0.contains("no answer from a system of the bank") }
    #expect(lines.contains { $0.contains("system=register") && $0.contains("reason=tls") }, "\(lines)")
    #expect(!server.log.lines.contains { $0.contains("7707083893") })
    let page = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(page.contains("valence_system_failures_total{system=\"register\",reason=\"tls\"} 2\n"))
  }
}
