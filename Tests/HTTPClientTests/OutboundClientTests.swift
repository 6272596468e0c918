import Dispatch
import HTTPClient
import Platform
import Synchronization
import TestClient
import Testing

extension OutboundClient {
  /// Creates a client that may connect to 127.0.0.0/8.
  static func local() throws -> OutboundClient {
    try OutboundClient(policy: AddressPolicy(allowing: [try #require(Network("127.0.0.0/8"))]))
  }

  /// Sends a request and waits for its result. Replaces the default timeout with 60 seconds,
  /// because a busy machine can respond late.
  func ask(_ request: OutboundRequest) throws -> Result<OutboundResponse, OutboundFailure> {
    let later = Later<Result<OutboundResponse, OutboundFailure>>()
    var request = request
    if request.timeout == .seconds(2) { request.timeout = .seconds(60) }
    send(request) { later.give($0) }
    return try later.get()
  }

  func failure(_ request: OutboundRequest) throws -> OutboundFailure? {
    if case .failure(let failure) = try ask(request) { failure } else { nil }
  }
}

/// Requests to other systems, including systems with invalid responses.
@Suite struct OutboundClientTests {
  private let client: OutboundClient

  init() throws { client = try .local() }

  @Test("An outbound request is sent unchanged, and its response is read") func sendsRequestUnchanged() throws {
    let seen = Later<String>()
    let peer = try Peer { link in
      seen.give(link.request())
      link.answer(201, #"{"id":7}"#, "Content-Type: application/json\r\nX-Two: a\r\nX-Two:  b \r\n")
    }
    defer { peer.stop() }
    let request = try OutboundRequest(
      "POST", peer.url("/a/../b?q=%2F"), headers: [("Content-Type", "application/json"), ("X-Key", "7")],
      body: Array(#"{"a":1}"#.utf8))
    let response = try client.ask(request).get()
    #expect(response.status == 201)
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"id":7}"#)
    #expect(response.header("content-type") == "application/json")
    #expect(response.headers.filter { $0.name == "x-two" }.map(\.value) == ["a", "b"])
    let sent = try seen.get()
    #expect(sent.hasPrefix("POST /a/../b?q=%2F HTTP/1.1\r\n"))
    #expect(sent.hasSuffix("\r\n\r\n{\"a\":1}"))
    #expect(sent.contains("X-Key: 7\r\n") && sent.contains("User-Agent: valence\r\n") && !sent.contains("Expect"))
  }

  @Test("The outbound client sends GET, HEAD, DELETE and PUT requests", arguments: ["GET", "HEAD", "DELETE", "PUT"])
  func sendsAllMethods(_ method: String) throws {
    let seen = Later<String>()
    let peer = try Peer { link in
      seen.give(link.request())
      link.write("HTTP/1.1 204 X\r\n\r\n")
    }
    defer { peer.stop() }
    let response = try client.ask(try OutboundRequest(method, peer.url(), body: method == "PUT" ? [] : nil)).get()
    #expect(response.status == 204)
    #expect(try seen.get().hasPrefix("\(method) / HTTP/1.1\r\n"))
  }

  @Test("The outbound client reuses one connection for consecutive requests") func reusesConnection() throws {
    let peer = try Peer { link in
      while !link.request().isEmpty { link.answer(200, "ok") }
    }
    defer { peer.stop() }
    for _ in 0..<20 { #expect(try client.ask(try OutboundRequest("GET", peer.url())).get().status == 200) }
    #expect(peer.connections == 1)
  }

  /// An invalid response of a system, with the expected failure.
  enum Bad: String, CaseIterable, CustomTestStringConvertible {
    case silent, dripping, closing, closingInTheMiddle, garbage, endlessHeader, hugeBody, endlessBody, wrongChunks
    var testDescription: String { rawValue }

    var failure: OutboundFailure {
      switch self {
      case .silent, .dripping: .timeout
      case .closing, .closingInTheMiddle, .garbage, .wrongChunks: .broken
      case .endlessHeader, .hugeBody, .endlessBody: .tooLarge
      }
    }

    func answer(_ link: Peer.Link) {
      switch self {
      case .silent: link.awaitEnd()
      case .dripping:
        link.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        // Sends one byte every 20 milliseconds until the client closes the connection at its
        // timeout.
        while link.write("x") { usleep(20_000) }
      case .closing: break
      case .closingInTheMiddle: link.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      case .garbage: link.write("\u{1}\u{2}\u{3} garbage\r\n\r\n")
      case .endlessHeader:
        link.write("HTTP/1.1 200 OK\r\n")
        while link.write("X-More: \(String(repeating: "a", count: 1000))\r\n") {}
      case .hugeBody:
        link.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
        while link.write(String(repeating: "x", count: 100_000)) {}
      case .endlessBody:
        link.write("HTTP/1.1 200 OK\r\n\r\n")
        while link.write(String(repeating: "x", count: 100_000)) {}
      case .wrongChunks: link.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nno\r\n")
      }
    }
  }

  @Test("A silent, broken or oversized response fails as timeout, broken or tooLarge", arguments: Bad.allCases)
  func reportsKindOfFailure(_ bad: Bad) throws {
    let peer = try Peer { link in
      _ = link.request()
      bad.answer(link)
    }
    defer { peer.stop() }
    var request = try OutboundRequest("GET", peer.url())
    request.timeout = bad.failure == .timeout ? .milliseconds(300) : .seconds(30)
    #expect(try client.failure(request) == bad.failure)
  }

  @Test("Requests to a silent system do not delay requests to another system") func isolatesSilentSystem() throws {
    let silent = try Peer { link in link.awaitEnd() }
    let quick = try Peer { link in while !link.request().isEmpty { link.answer(200, "ok") } }
    defer { silent.stop() }
    defer { quick.stop() }
    let (count, ended) = (200, DispatchGroup())
    let failures = Mutex<[OutboundFailure: Int]>([:])
    var waiting = try OutboundRequest("GET", silent.url())
    waiting.timeout = .seconds(600)
    for _ in 0..<count {
      ended.enter()
      client.send(waiting) { result in
        if case .failure(let failure) = result { failures.withLock { $0[failure, default: 0] += 1 } }
        ended.leave()
      }
    }
    var request = try OutboundRequest("GET", quick.url())
    request.timeout = .seconds(60)
    for _ in 0..<50 { #expect(try client.ask(request).get().status == 200) }
    #expect(failures.withLock { $0 } == [:])
    client.stop()
    ended.wait()
    #expect(failures.withLock { $0 } == [.stopped: count])
  }

  @Test("A closed port fails as unreachable, and an unknown host as unresolved")
  func reportsUnreachableAndUnresolved() throws {
    let peer = try Peer { _ in }
    peer.stop()
    #expect(try client.failure(try OutboundRequest("GET", peer.url())) == .unreachable)
    #expect(try client.failure(try OutboundRequest("GET", "http://no-such-host.invalid/")) == .unresolved)
  }

  @Test("A redirect is returned as the response and is not followed") func returnsRedirect() throws {
    let other = try Peer { _ in Issue.record("the client followed the redirect") }
    let peer = try Peer { link in
      _ = link.request()
      link.answer(302, "", "Location: \(other.url())\r\n")
    }
    defer { peer.stop() }
    defer { other.stop() }
    #expect(try client.ask(try OutboundRequest("GET", peer.url())).get().status == 302)
    #expect(other.connections == 0)
  }

  @Test("An interim response is skipped with its headers") func skipsInterimResponse() throws {
    let peer = try Peer { link in
      _ = link.request()
      link.write("HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\n")
      link.answer(200, "ok", "X-Late: 1\r\n")
    }
    defer { peer.stop() }
    let response = try client.ask(try OutboundRequest("GET", peer.url())).get()
    #expect(response.status == 200)
    #expect(response.header("x-early") == nil && response.header("x-late") == "1")
  }

  /// The client checks the address of the socket, not the host name.
  @Test(
    "A request to a loopback or link-local address is refused in every notation",
    arguments: [
      "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "169.254.169.254", "2130706433",
    ])
  func refusesLocalAddressOfHost(_ host: String) throws {
    let strict = try OutboundClient(policy: AddressPolicy())
    defer { strict.stop() }
    let peer = try Peer { _ in Issue.record("the client connected to a refused address") }
    defer { peer.stop() }
    var request = try OutboundRequest("GET", "http://\(host):\(peer.port)/")
    request.timeout = .seconds(20)
    let refused = Mutex<[IPAddress]>([])
    request.onRefusal = { address in refused.withLock { $0.append(address) } }
    let failure = try strict.failure(request)
    #expect(refused.withLock { !$0.isEmpty } == (failure == .refusedAddress))
    // Without IPv6, no socket exists and no address is refused.
    #expect(failure == .refusedAddress || (host.hasPrefix("[") && failure == .unreachable))
    #expect(peer.connections == 0)
  }

  @Test(
    "The network that allows a refused address is the network of loopback addresses or the address alone",
    arguments: [
      ("127.0.0.1", "127.0.0.0/8"), ("::ffff:127.1.2.3", "127.0.0.0/8"), ("0.0.0.0", "0.0.0.0"), ("::1", "::1"),
      ("169.254.169.254", "169.254.169.254"), ("100.100.100.200", "100.100.100.200"),
      ("fd00:ec2::254", "fd00:ec2::254"),
      ("64:ff9b::7f00:1", "64:ff9b::7f00:1"), ("fe80::1", "fe80::1"),
    ])
  func namesNetworkToAllow(_ text: String, _ network: String) throws {
    let address = try #require(IPAddress(text))
    #expect(!AddressPolicy().allows(address))
    #expect(AddressPolicy.network(toAllow: address) == network)
    #expect(AddressPolicy(allowing: [try #require(Network(network))]).allows(address))
  }

  @Test(
    "A request with injected lines, a NUL or an unsupported scheme is rejected",
    arguments: [
      ("GET\r\nX: y", "http://a/", "n", "v"), ("GET", "http://a/\r\nX: y", "n", "v"),
      ("GET", "http://a/", "n\r\nX", "v"),
      ("GET", "http://a/", "n", "v\r\nX: y"), ("GET", "http://a/", "n", "v\0"), ("GET", "file:///etc/passwd", "n", "v"),
      ("GET", "gopher://a/", "n", "v"), ("", "http://a/", "n", "v"), ("GET", "http://a/ b", "n", "v"),
    ])
  func rejectsMalformedRequest(_ method: String, _ url: String, _ name: String, _ value: String) {
    #expect(throws: OutboundRequest.Malformed.self) { try OutboundRequest(method, url, headers: [(name, value)]) }
  }

  @Test("Pending and new requests fail after the outbound client is stopped") func failsRequestsAfterStop() throws {
    let peer = try Peer { link in link.awaitEnd() }
    defer { peer.stop() }
    let later = Later<Result<OutboundResponse, OutboundFailure>>()
    var request = try OutboundRequest("GET", peer.url())
    request.timeout = .seconds(60)
    client.send(request) { later.give($0) }
    client.stop()
    #expect(throws: OutboundFailure.stopped) { try later.get().get() }
    #expect(try client.failure(request) == .stopped)
  }
}

@Suite struct AddressPolicyTests {
  @Test(
    "Loopback, link-local, multicast and unspecified addresses are refused",
    arguments: [
      ("127.0.0.1", false), ("127.255.255.255", false), ("0.0.0.0", false), ("0.1.2.3", false), ("169.254.0.1", false),
      ("169.254.169.254", false), ("224.0.0.1", false), ("255.255.255.255", false), ("::1", false), ("::", false),
      ("fe80::1", false), ("febf::1", false), ("fec0::1", false), ("ff02::1", false), ("::ffff:127.0.0.1", false),
      ("::ffff:169.254.169.254", false), ("::127.0.0.1", false), ("64:ff9b::7f00:1", false), ("10.0.0.1", true),
      ("192.168.1.1", true), ("172.16.0.1", true), ("8.8.8.8", true), ("fd00::1", true), ("2001:db8::1", true),
      ("::ffff:10.0.0.1", true), ("64:ff9b::808:808", true), ("126.255.255.255", true), ("128.0.0.1", true),
      ("169.253.255.255", true), ("169.255.0.0", true), ("223.255.255.255", true), ("fe00::1", true),
    ])
  func refusesLocalAddresses(_ text: String, _ isAllowed: Bool) throws {
    #expect(AddressPolicy().allows(try #require(IPAddress(text))) == isAllowed)
  }

  @Test(
    "Cloud metadata addresses are refused in every notation",
    arguments: [
      ("100.100.100.200", false), ("100.64.0.0", false), ("100.127.255.255", false), ("192.0.0.192", false),
      ("192.0.0.0", false), ("192.0.0.255", false), ("168.63.129.16", false), ("fd00:ec2::254", false),
      ("fd20:ce::254", false), ("fd20:ce:0:0:0:0:0:254", false), ("::ffff:100.100.100.200", false),
      ("::ffff:168.63.129.16", false), ("::ffff:c000:c0", false), ("64:ff9b::6464:64c8", false),
      ("64:ff9b::168.63.129.16", false), ("64:ff9b:1::100.100.100.200", false), ("::100.100.100.200", false),
      ("2002:6464:64c8::1", false), ("2002:a9fe:a9fe::", false), ("2002:7f00:1::1", false),
      ("100.63.255.255", true), ("100.128.0.0", true), ("192.0.1.0", true), ("191.255.255.255", true),
      ("168.63.129.15", true), ("168.63.129.17", true), ("fd00:ec2::253", true), ("fd00:ec3::254", true),
      ("fd20:ce::1:254", true), ("fd20:ce:0:1::254", true), ("2002:0a00:1::1", true), ("64:ff9b:1::10.0.0.1", true),
    ])
  func refusesMetadataAddresses(_ text: String, _ isAllowed: Bool) throws {
    #expect(AddressPolicy().allows(try #require(IPAddress(text))) == isAllowed)
  }

  @Test(
    "Shared addresses of 100.64.0.0/10 are allowed if the policy names them",
    arguments: ["100.64.0.0/10", "100.64.7.0/24", "100.64.7.9"])
  func allowsNamedSharedAddresses(named: String) throws {
    let policy = AddressPolicy(allowing: [try #require(Network(named))])
    #expect(policy.allows(try #require(IPAddress("100.64.7.9"))))
    #expect(policy.allows(try #require(IPAddress("::ffff:100.64.7.9"))))
    #expect(!policy.allows(try #require(IPAddress("168.63.129.16"))))
    #expect(!policy.allows(try #require(IPAddress("127.0.0.1"))))
  }

  @Test("A loopback or link-local network is allowed if the policy names it") func allowsNamedNetwork() throws {
    let policy = AddressPolicy(allowing: [try #require(Network("127.0.0.0/8")), try #require(Network("fe80::/10"))])
    #expect(policy.allows(try #require(IPAddress("127.0.0.1"))))
    #expect(policy.allows(try #require(IPAddress("fe80::1"))))
    #expect(!policy.allows(try #require(IPAddress("::1"))))
  }
}
