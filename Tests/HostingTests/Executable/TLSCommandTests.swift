import Foundation
import TestBank
import TestClient
import Testing

struct TLSCommandTests {
  private static let certificates = TestServer.root.appending(path: "Tests/HTTPServerTests/Certificates")

  /// Copies a test certificate and its key to the folder of a workplace.
  private static func install(_ name: String, in place: Workplace, mode: Int = 0o600) throws {
    for (end, mode) in [("pem", 0o644), ("key", mode)] {
      let file = place.folder.appending(path: "server.\(end)")
      try Data(contentsOf: certificates.appending(path: "\(name).\(end)")).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }
  }

  private static func curl(_ place: String, trusting name: String) throws -> (status: Int32, output: String) {
    try StartedProcess.run(
      "/usr/bin/env",
      ["curl", "-sS", "-m", "60", "--cacert", certificates.appending(path: "\(name).pem").path, "\(place)/healthz"])
  }

  private static let options = ["--tls-certificate", "server.pem", "--tls-key", "server.key"]

  @Test("SIGHUP replaces the TLS certificate, unless the new one does not match its key")
  func reloadsCertificate() throws {
    let place = try Workplace()
    try Self.install("first", in: place)
    let program = try Program(["serve", "--port", "0"] + Self.options, in: place)
    let said = try program.said(upTo: "listening on ")
    let line = try #require(said.split(separator: "\n").first { $0.hasPrefix("listening on https://127.0.0.1:") })
    let address = String(line.dropFirst("listening on ".count))
    #expect(try Self.curl(address, trusting: "first").output == #"{"status":"ok"}"#)
    try Self.install("second", in: place)
    program.signal(SIGHUP)
    try program.hears("operations unchanged")
    // The server replaces the certificate after it logs the reload, so poll.
    while try Self.curl(address, trusting: "second").status != 0 {}
    #expect(try Self.curl(address, trusting: "first").status == 60)
    try Data(contentsOf: Self.certificates.appending(path: "first.pem"))
      .write(to: place.folder.appending(path: "server.pem"))
    program.signal(SIGHUP)
    try program.hears("certificate not replaced")
    #expect(try Self.curl(address, trusting: "second").output == #"{"status":"ok"}"#)
    program.signal(SIGTERM)
    #expect(try program.outcome().status == 0)
  }

  @Test(
    "A TLS key that its group can change or others can read is rejected",
    arguments: [(0o644, false), (0o660, false), (0o606, false), (0o640, true), (0o400, true)])
  func rejectsReadableKey(mode: Int, isTaken: Bool) throws {
    let place = try Workplace()
    try Self.install("first", in: place, mode: mode)
    let program = try Program(["serve", "--port", "0"] + Self.options, in: place)
    if isTaken {
      _ = try program.said(upTo: "listening on https://")
      program.signal(SIGTERM)
      #expect(try program.outcome().status == 0)
    } else {
      let outcome = try program.outcome()
      #expect(outcome.status != 0)
      #expect(
        outcome.errors.contains(
          "--tls-key: others can read or change server.key; set its mode to 0600, or to 0640 for a group"))
      #expect(try place.made() == ["server.pem", "server.key"])
    }
  }

  @Test("A TLS certificate and key that do not match are rejected with one line") func rejectsMismatchedPair() throws {
    let place = try Workplace()
    try Self.install("first", in: place)
    try Data(contentsOf: Self.certificates.appending(path: "second.pem"))
      .write(to: place.folder.appending(path: "server.pem"))
    let outcome = try Program(["serve", "--port", "0"] + Self.options, in: place).outcome()
    #expect(outcome.status != 0)
    #expect(outcome.errorLines.count == 1)
    #expect(
      outcome.errors.contains(
        "--tls-certificate server.pem, --tls-key server.key: cannot use the certificate and its key"))
    #expect(try place.made() == ["server.pem", "server.key"])
  }
}
