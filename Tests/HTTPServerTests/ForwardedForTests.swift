import Platform
import HTTPServer
import TestClient
import Testing

/// The client's address behind trusted proxies.
@Suite struct ForwardedForTests {
  /// Returns a server that responds with the client's address. The tests connect from 127.0.0.1.
  private static func server(trusting proxies: [String]) throws -> Server {
    let networks = proxies.compactMap { Network($0) }
    return try HTTPServerTests.server {
      $0.trustedProxies = networks
    } respond: { request in
      .now(Response(status: 200, body: Array(request.peer.utf8)))
    }
  }

  @Test(
    "The peer is the last X-Forwarded-For address that is not a trusted proxy",
    arguments: [
      ([], ["192.0.2.1"], "127.0.0.1"),
      (["10.0.0.0/8"], ["192.0.2.1"], "127.0.0.1"),
      (["127.0.0.1"], [], "127.0.0.1"),
      (["127.0.0.1"], ["192.0.2.1"], "192.0.2.1"),
      (["127.0.0.1"], [" 192.0.2.1 "], "192.0.2.1"),
      (["127.0.0.1"], ["2001:db8::1"], "2001:db8::1"),
      // Entries before the one that the proxy appended are ignored.
      (["127.0.0.1"], ["198.51.100.7, 192.0.2.1"], "192.0.2.1"),
      (["127.0.0.1"], ["198.51.100.7", "192.0.2.1"], "192.0.2.1"),
      (["127.0.0.1"], ["127.0.0.1, 192.0.2.1"], "192.0.2.1"),
      (["127.0.0.0/8", "10.0.0.0/8"], ["198.51.100.7, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),
      (["127.0.0.0/8", "10.0.0.0/8"], ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
      (["127.0.0.1", "2001:db8::/32"], ["192.0.2.1, 2001:db8:1::1"], "192.0.2.1"),
      (["127.0.0.1", "2001:db8::/32"], ["192.0.2.1, 2001:db9::1"], "2001:db9::1"),
      (["127.0.0.1"], ["::ffff:192.0.2.1"], "::ffff:192.0.2.1"),
      // An entry that is not an address ends the list.
      (["127.0.0.1"], ["192.0.2.1, unknown"], "127.0.0.1"),
      (["127.0.0.1"], ["192.0.2.1:80"], "127.0.0.1"),
      (["127.0.0.1"], ["192.0.2.1,"], "127.0.0.1"),
      (["127.0.0.1"], [""], "127.0.0.1"),
      (["127.0.0.0/8", "10.0.0.0/8"], ["192.0.2.1, <b>, 10.1.2.3"], "10.1.2.3"),
    ])
  func readsPeerFromForwardedFor(_ proxies: [String], headers: [String], peer: String) throws {
    let server = try Self.server(trusting: proxies)
    let client = try RawClient(port: server.port)
    let answer = try client.exchange("GET", "/", headers: headers.map { ("X-Forwarded-For", $0) })
    #expect(answer.text == peer)
  }

  @Test(
    "A malformed network address is rejected",
    arguments: [
      "", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "10.0.0.0/8/8", "10.0.0.0/", "::/129", "/8", "1.2.3.4:80",
    ])
  func rejectsMalformedNetwork(text: String) { #expect(Network(text) == nil) }

  @Test("A site is one IPv4 address or the first 64 bits of an IPv6 address") func groupsAddressesBySite() throws {
    func site(_ text: String) throws -> UInt64 { try #require(IPAddress(text)).site }
    #expect(try site("192.0.2.1") == site("::ffff:192.0.2.1"))
    #expect(try site("192.0.2.1") != site("192.0.2.2"))
    #expect(try site("2001:db8:1:2::1") == site("2001:db8:1:2:ffff::9"))
    #expect(try site("2001:db8:1:2::1") != site("2001:db8:1:3::1"))
  }
}
