import Foundation
import HTTPServer
import HTTPClient
import Platform
import TestClient
import Testing

/// The server certificates that the client accepts.
@Suite struct OutboundTLSTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let first = tests.appending(path: "HTTPServerTests/Certificates/first").path
  private static let second = tests.appending(path: "HTTPServerTests/Certificates/second").path
  private static let expired = tests.appending(path: "HTTPClientTests/Certificates/expired").path

  /// Starts a server with this certificate and its key. It responds to each request with 204.
  private static func server(_ certificate: String) throws -> Server {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.identity = try TLSIdentity(
      certificate: Array(Data(contentsOf: URL(filePath: "\(certificate).pem"))),
      key: Array(Data(contentsOf: URL(filePath: "\(certificate).key"))))
    return try Server(configuration: configuration) { _ in .now(Response(status: 204)) }
  }

  private static func client(trusting certificate: String?) throws -> OutboundClient {
    var settings = OutboundClient.Settings()
    settings.authorities = certificate.map { "\($0).pem" }
    return try OutboundClient(
      policy: AddressPolicy(allowing: [try #require(Network("127.0.0.0/8")), try #require(Network("::1"))]),
      settings: settings)
  }

  @Test("A server with a trusted certificate is accepted by host name and by address")
  func acceptsTrustedCertificate() throws {
    let server = try Self.server(Self.first)
    let client = try Self.client(trusting: Self.first)
    defer { client.stop() }
    for host in ["localhost", "127.0.0.1"] {
      #expect(try client.ask(try OutboundRequest("GET", "https://\(host):\(server.port)/")).get().status == 204)
    }
  }

  /// The server's certificate, and the certificate that the client trusts; nil for the default
  /// authorities.
  @Test(
    "An untrusted or expired server certificate is refused",
    arguments: [(first, second), (first, nil), (expired, expired)] as [(String, String?)])
  func refusesUntrustedCertificate(_ shown: String, _ trusted: String?) throws {
    let server = try Self.server(shown)
    let client = try Self.client(trusting: trusted)
    defer { client.stop() }
    #expect(try client.failure(try OutboundRequest("GET", "https://localhost:\(server.port)/")) == .tls)
  }

  @Test("A server certificate of another host is refused") func refusesCertificateOfOtherHost() throws {
    let server = try Self.server(Self.first)
    let client = try Self.client(trusting: Self.first)
    defer { client.stop() }
    // 127.0.0.2 reaches the same server, but it is not a name in the certificate.
    #expect(try client.failure(try OutboundRequest("GET", "https://127.0.0.2:\(server.port)/")) != nil)
  }

  @Test("An HTTPS request to a plain-text server fails with a TLS error") func refusesPlainTextServer() throws {
    let peer = try Peer { link in
      link.answer(400, "plain")
      link.awaitEnd()
    }
    defer { peer.stop() }
    let client = try Self.client(trusting: Self.first)
    defer { client.stop() }
    #expect(try client.failure(try OutboundRequest("GET", "https://127.0.0.1:\(peer.port)/")) == .tls)
  }
}
