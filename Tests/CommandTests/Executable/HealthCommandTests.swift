import Foundation
import TestBank
import TestClient
import Testing

/// `valence health` with a server that is ready, not ready, silent or absent, and with TLS.
struct HealthCommandTests {
  @Test("A server is alive, and ready only with a directory of banks") func reportsReadiness() throws {
    let place = try Workplace()
    for (arguments, ready) in [([String](), Int32(1)), (["--demo"], 0)] {
      let server = try place.serve(arguments)
      let alive = try place.run("health", "--port", "\(server.port)")
      #expect((alive.status, alive.output) == (0, "{\"status\":\"ok\"}\n"), "\(alive)")
      let asked = try place.run("health", "--ready", "--port", "\(server.port)")
      #expect(asked.status == ready && asked.output.contains("\"database\""), "\(asked)")
      let version = try #require(try place.run("--version").output.split(separator: " ").dropFirst().first)
      #expect(asked.output.contains("\"version\":\"\(version) ("), "\(asked)")
      try server.stop()
    }
  }

  @Test("A server with TLS must have the configured certificate") func checksCertificate() throws {
    let place = try Workplace()
    let certificates = TestServer.root.appending(path: "Tests/HTTPServerTests/Certificates")
    for name in ["first.pem", "first.key", "second.pem"] {
      let file = place.folder.appending(path: name)
      try Data(contentsOf: certificates.appending(path: name)).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
    let program = try Program(
      ["serve", "--port", "0", "--tls-certificate", "first.pem", "--tls-key", "first.key"], in: place)
    let said = try program.said(upTo: "listening on https://127.0.0.1:")
    let port = try #require(
      said.split(separator: "\n").first { $0.hasPrefix("listening on https://") }?
        .split(separator: ":").last.map(String.init))
    let alive = try place.run("health", "--port", port, "--tls-certificate", "first.pem")
    #expect((alive.status, alive.output) == (0, "{\"status\":\"ok\"}\n"), "\(alive)")
    let other = try place.run("health", "--port", port, "--tls-certificate", "second.pem")
    #expect(other.status == 1 && other.errors.hasPrefix("Error: no answer from 127.0.0.1:\(port): "), "\(other)")
    program.signal(SIGTERM)
    #expect(try program.outcome().status == 0)
  }

  @Test("An absent or silent server gives no answer") func reportsMissingAnswer() throws {
    let place = try Workplace()
    let silent = try Peer { $0.awaitEnd() }
    let asked = try place.run("health", "--port", "\(silent.port)", "--health-timeout", "1")
    #expect(asked.status == 1 && asked.errors.hasPrefix("Error: no answer from 127.0.0.1:"), "\(asked)")
    let server = try place.serve()
    try server.stop()
    let absent = try place.run("health", "--port", "\(server.port)")
    #expect(absent.status == 1 && absent.errors.hasPrefix("Error: no answer from 127.0.0.1:"), "\(absent)")
    #expect(try place.run("health", "--port", "0").status == 1)
  }
}
