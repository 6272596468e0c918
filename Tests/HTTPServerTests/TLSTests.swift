import Foundation
import HTTPServer
import Synchronization
import TestClient
import Testing

/// TLS connections made with curl, and connections without a valid handshake.
@Suite struct TLSTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Certificates")

  private static func file(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  private static func identity(_ name: String = "first") throws -> TLSIdentity {
    try TLSIdentity(certificate: file("\(name).pem"), key: file("\(name).key"))
  }

  /// Runs curl with one trusted certificate. Returns its exit status and output.
  private static func curl(_ arguments: [String], trusting name: String = "first") throws -> (Int32, String) {
    try StartedProcess.run(
      "/usr/bin/env",
      ["curl", "-sS", "-m", "60", "--cacert", folder.appending(path: "\(name).pem").path] + arguments)
  }

  @Test("Requests are served over TLS on a reused connection") func answersOverTLS() throws {
    let server = try echoServer { $0.identity = try? Self.identity() }
    let place = "https://localhost:\(server.port)"
    // curl reports one new connection for two requests.
    let (status, text) = try Self.curl(["\(place)/a?x=1", "\(place)/b", "-w", "|%{num_connects}|"])
    #expect(status == 0)
    #expect(text == "GET /a [x=1] |1|GET /b [] |0|")
    let body = String(repeating: "0123456789", count: 50_000)
    let file = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try Data(body.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let posted = try Self.curl(["--data-binary", "@\(file.path)", "\(place)/c"])
    #expect(posted.0 == 0)
    #expect(posted.1 == "POST /c [] \(body)")
  }

  /// The CBC cipher suites of TLS 1.2, and suites without forward secrecy.
  @Test(
    "TLS 1.2 cipher suites with CBC or without forward secrecy are rejected",
    arguments: [
      "ECDHE-ECDSA-AES128-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA", "ECDHE-RSA-AES256-SHA",
      "ECDHE-ECDSA-AES128-SHA256", "ECDHE-RSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA384", "ECDHE-RSA-AES256-SHA384",
      "DHE-RSA-AES128-SHA", "DHE-RSA-AES256-SHA", "AES128-SHA", "AES256-SHA", "AES128-GCM-SHA256",
    ])
  func refusesWeakCipher(cipher: String) throws {
    let server = try echoServer { $0.identity = try? Self.identity() }
    let limits = ["--tlsv1.2", "--tls-max", "1.2", "--ciphers"]
    let place = "https://localhost:\(server.port)/"
    // Exit status 35: the handshake failed.
    #expect(try Self.curl(limits + ["\(cipher):@SECLEVEL=0", place]).0 == 35)
    let good = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256"
    #expect(try Self.curl(limits + ["\(good):\(cipher):@SECLEVEL=0", place]).0 == 0)
  }

  @Test(
    "TLS 1.2 cipher suites with AEAD and forward secrecy are accepted",
    arguments: [
      "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256",
      "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384",
      "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305",
    ])
  func acceptsAEADCipher(ciphers: String) throws {
    let server = try echoServer { $0.identity = try? Self.identity() }
    let limits = ["--tlsv1.2", "--tls-max", "1.2", "--ciphers", ciphers]
    #expect(try Self.curl(limits + ["https://localhost:\(server.port)/"]).0 == 0)
  }

  @Test("Large and deferred responses arrive over TLS") func sendsLargeAndDeferredResponses() throws {
    let large = [UInt8](repeating: 65, count: 3_000_000)
    let server = try server {
      $0.identity = try? Self.identity()
    } respond: { request in
      if request.path == "/large" { return .now(Response(status: 200, body: large)) }
      return .later(Job { done in onAnotherThread { done(Response(status: 200, body: request.body)) } })
    }
    let place = "https://127.0.0.1:\(server.port)"
    #expect(try Self.curl(["\(place)/large"]).1.utf8.count == 3_000_000)
    // Two requests on one connection, each of which suspends it.
    let later = try Self.curl(["-d", "one", "\(place)/1", "\(place)/2", "-w", "%{num_connects}"])
    #expect(later.1 == "one1one0")
  }

  @Test("A stream arrives over TLS and ends when its client disconnects") func streamsOverTLS() throws {
    let gone = DispatchSemaphore(value: 0)
    let server = try server {
      $0.identity = try? Self.identity()
    } respond: { request in
      let stream = BodyStream(gone: { gone.signal() })
      onAnotherThread {
        for number in 0..<100 { stream.add(Array("\(number) ".utf8)) }
        stream.add(Array("end".utf8))
        if request.path == "/ended" { stream.end() }
      }
      return .now(Response(status: 200, stream: stream))
    }
    let place = "https://localhost:\(server.port)/"
    let expected = (0..<100).map { "\($0) " }.joined() + "end"
    // curl disconnects at its timeout. Over TLS it first sends a closing message, which the server
    // does not read.
    let (status, text) = try Self.curl(["-N", "-m", "2", place])
    #expect(status == 28)
    #expect(text == expected)
    #expect(gone.wait(timeout: .now() + 60) == .success)
    #expect(server.streams == 0)
    #expect(try Self.curl(["-N", "\(place)ended"]) == (0, expected))
  }

  @Test("Each response over TLS has a Strict-Transport-Security header") func sendsHSTSOverTLS() throws {
    let server = try server {
      $0.identity = try? Self.identity()
      $0.bodyLimit = 10
    } respond: { request in
      if let refusal = request.refusal { return .now(refused(refusal)) }
      return .now(Response(status: request.path == "/bad" ? 42 : 200))
    }
    let place = "https://localhost:\(server.port)"
    for (arguments, status) in [
      (["\(place)/"], "200"), (["\(place)/bad"], "500"), (["-d", "0123456789a", place], "413"),
      // The response to an oversized chunked body bypasses libmicrohttpd, but still uses the TLS
      // session.
      (["-H", "Transfer-Encoding: chunked", "-d", "0123456789a", place], "413"),
    ] {
      let (_, head) = try Self.curl(["-D", "-", "-o", "/dev/null"] + arguments)
      #expect(head.contains("HTTP/1.1 \(status)"), "\(arguments): \(head)")
      #expect(head.contains("Strict-Transport-Security: max-age=31536000\r\n"), "\(arguments): \(head)")
    }
    let clear = try echoServer()
    #expect(try RawClient(port: clear.port).exchange("GET", "/")["strict-transport-security"] == nil)
  }

  @Test("TLS 1.0 and 1.1 are rejected, and TLS 1.2 and 1.3 are accepted") func refusesOldTLSVersions() throws {
    let server = try echoServer { $0.identity = try? Self.identity() }
    let place = "https://localhost:\(server.port)/"
    for version in ["1.0", "1.1"] {
      // curl itself would accept these versions.
      #expect(try Self.curl(["--tlsv1.0", "--tls-max", version, "--ciphers", "DEFAULT@SECLEVEL=0", place]).0 != 0)
    }
    #expect(try Self.curl(["--tlsv1.2", "--tls-max", "1.2", place]).1 == "GET / [] ")
    #expect(try Self.curl(["--tlsv1.3", place]).1 == "GET / [] ")
    #expect(try Self.curl(["--tls-max", "1.2", "--ciphers", "AES128-SHA", place]).0 != 0)
  }

  @Test("New connections use the replacement certificate") func usesReplacementCertificate() throws {
    let server = try echoServer { $0.identity = try? Self.identity() }
    let place = "https://localhost:\(server.port)/"
    #expect(try Self.curl([place]).1 == "GET / [] ")
    #expect(try Self.curl([place], trusting: "second").0 == 60)
    server.use(try Self.identity("second"))
    #expect(try Self.curl([place], trusting: "second").1 == "GET / [] ")
    #expect(try Self.curl([place]).0 == 60)
  }

  @Test("A replaced certificate is freed when its last connection ends") func freesReplacedCertificate() throws {
    let (asked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try server {
      $0.identity = try? Self.identity()
    } respond: { _ in
      .later(
        Job { done in
          onAnotherThread {
            asked.signal()
            mayAnswer.wait()
            done(Response(status: 200, body: Array("late".utf8)))
          }
        })
    }
    func replaced() throws -> WeakIdentity {
      let identity = try Self.identity("second")
      server.use(identity)
      return WeakIdentity(identity)
    }
    // No connection uses these identities.
    let unused = try (0..<100).map { _ in try replaced() }
    #expect(unused.dropLast().allSatisfy { $0.identity == nil })
    let used = try replaced()
    let answer = Mutex("")
    let client = DispatchGroup()
    let place = "https://localhost:\(server.port)/"
    DispatchQueue(label: "client").async(group: client) {
      let text = (try? Self.curl([place], trusting: "second").1) ?? ""
      answer.withLock { $0 = text }
    }
    asked.wait()
    server.use(try Self.identity())
    #expect(used.identity != nil)
    mayAnswer.signal()
    client.wait()
    #expect(answer.withLock { $0 } == "late")
    #expect(eventually { used.identity == nil })
  }

  private final class WeakIdentity {
    weak var identity: TLSIdentity?
    init(_ identity: TLSIdentity) { self.identity = identity }
  }

  @Test(
    "A connection without a TLS handshake is closed, and other clients are served",
    arguments: [
      "", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", "\u{16}\u{3}\u{1}\u{0}\u{5}\u{1}",
    ])
  func closesConnectionWithoutHandshake(_ bytes: String) throws {
    let server = try echoServer {
      $0.identity = try? Self.identity()
      $0.threads = 1
      $0.requestTimeout = 2
      $0.idleTimeout = 600
    }
    let stalled = try RawClient(port: server.port)
    try stalled.send(bytes)
    #expect(try Self.curl(["https://localhost:\(server.port)/"]).1 == "GET / [] ")
    let rest = try stalled.rest()
    #expect(!String(decoding: rest, as: UTF8.self).contains("HTTP/"))
  }

  @Test("A server stop closes TLS connections") func closesTLSConnectionsOnStop() throws {
    let server = try echoServer { $0.identity = try? Self.identity() }
    #expect(try Self.curl(["https://localhost:\(server.port)/"]).0 == 0)
    let stalled = try RawClient(port: server.port)
    try stalled.send("\u{16}\u{3}")
    server.stop(grace: .zero)
    #expect(try stalled.rest() == [])
  }

  @Test("Malformed or mismatched certificate and key files are rejected") func rejectsMismatchedIdentityFiles() throws {
    let (certificate, key) = (try Self.file("first.pem"), try Self.file("first.key"))
    for (one, other) in [
      (certificate, try Self.file("second.key")), (key, key), (certificate, certificate), ([], key), (certificate, []),
      (Array("garbage".utf8), key), (Array(certificate.dropLast(100)), key),
    ] {
      do {
        _ = try TLSIdentity(certificate: one, key: other)
        Issue.record("accepted")
      } catch {
        guard case .badCertificate(let reason) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!reason.isEmpty && !reason.contains("\n"))
      }
    }
    // The certificate expires in 2120.
    #expect(try Self.identity().expires == 4_733_510_400)
  }

  #if os(Linux)
    /// During a handshake libmicrohttpd requests to be called again immediately. Without the idle
    /// delay, these requests would cause about ten thousand iterations.
    @Test(
      "A stalled TLS handshake causes no busy loop",
      arguments: [
        "\u{16}", "\u{16}\u{3}\u{1}\u{2}\u{0}",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{7c}\u{3}\u{3}",
      ])
    func avoidsBusyLoopInHandshake(begun: String) throws {
      let server = try echoServer {
        $0.identity = try? Self.identity()
        $0.threads = 1
      }
      let idle = try RawClient(port: server.port)
      try idle.send(begun)
      let before = server.runs
      let (status, text) = try Self.curl(["https://localhost:\(server.port)/[1-200]"])
      #expect(status == 0 && text.hasSuffix("GET /200 [] "))
      #expect(server.runs - before < 200 * 30)
      #expect(!idle.isClosed(within: 0))
    }
  #endif
}
