import Platform
import API
import HTTPServer
import JSON
import TestBank
import Testing

/// Rate limits for each person, and for each address without a valid token.
struct RequestLimitTests {
  /// Returns rules with one request a second and these bursts.
  private static func rules(person: Int?, address: Int?) -> RequestRules {
    var rules = RequestRules()
    rules.perPerson = person.map { RequestRate(perSecond: 1, burst: $0) }
    rules.perAddress = address.map { RequestRate(perSecond: 1, burst: $0) }
    return rules
  }

  private static func expectLimited(_ answer: Visitor.Answer) throws {
    answer.expectProblem(429, "too-many-requests")
    let wait = try #require(answer.raw["retry-after"].flatMap { Int($0) })
    #expect((1...10).contains(wait))
  }

  /// Repeats a request until it is refused; returns the number of earlier responses. It can exceed
  /// the burst, because tokens are added over time.
  private static func count(_ ask: () throws -> Visitor.Answer) throws -> Int {
    for number in 0..<100 {
      let answer = try ask()
      if answer.status == 429 {
        try expectLimited(answer)
        return number
      }
    }
    return 100
  }

  @Test("The rate limit of a person covers all their sessions and no other person")
  func limitsPersonAcrossSessions() throws {
    let (server, person) = try TestServer(rules: Self.rules(person: 5, address: nil)).withPerson()
    let stranger = try server.stranger()
    #expect((5..<100).contains(try Self.count { try person.get("/user") }))
    // The limit includes other sessions of the person and all endpoints.
    let again = try server.person()
    #expect(try Self.count { try again.post("/operations/pp.quick/evaluate", [:]) } < 5)
    #expect(try stranger.get("/user").status == 200)
    #expect(try Visitor(server).get("/problems/not-found").status == 200)
  }

  @Test(
    "Requests without a valid token are limited by address",
    arguments: [
      ("GET", "/user"), ("GET", "/problems/not-found"), ("GET", "/nowhere"), ("DELETE", "/user"),
      ("GET", "/openapi.json"),
      ("GET", "/operations/auth.login"), ("OPTIONS", "/user"),
    ])
  func limitsAddressWithoutToken(_ method: String, _ path: String) throws {
    let (server, person) = try TestServer(rules: Self.rules(person: nil, address: 6)).withPerson()
    let nobody = try Visitor(server, token: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    #expect((5..<100).contains(try Self.count { try nobody.send(method, path) }))
    // A person with a token is not limited by other requests of the address. Health and readiness
    // are never limited.
    for _ in 1...10 { #expect(try person.get("/user").status == 200) }
    for _ in 1...20 { #expect(try nobody.get("/healthz").status == 200) }
    for _ in 1...20 { #expect(try nobody.get("/readyz").status == 200) }
  }

  @Test("With a trusted proxy the rate limit applies to the forwarded address or IPv6 site")
  func limitsForwardedAddress() throws {
    let server = try TestServer(
      http: { $0.trustedProxies = [Network("127.0.0.1")].compactMap { $0 } },
      rules: Self.rules(person: nil, address: 5))
    let nobody = try Visitor(server)
    func ask(_ address: String) throws -> Visitor.Answer {
      try nobody.get("/problems/not-found", headers: [("X-Forwarded-For", address)])
    }
    #expect((5..<100).contains(try Self.count { try ask("192.0.2.1") }))
    #expect(try ask("192.0.2.2").status == 200)
    // A forged address in front of the proxy's entry has no effect.
    #expect(try Self.count { try ask("192.0.2.9, 192.0.2.1") } < 5)
    // All addresses of an IPv6 site share one limit.
    #expect((5..<100).contains(try Self.count { try ask("2001:db8:1:2::1") }))
    #expect(try Self.count { try ask("2001:db8:1:2::99") } < 5)
    #expect(try ask("2001:db8:1:3::1").status == 200)
  }

  @Test("Without rate rules no request is limited") func allowsAllWithoutRules() throws {
    let nobody = try TestServer().visitor()
    for _ in 1...200 { #expect(try nobody.get("/user").status == 401) }
  }

  @Test("The metrics count rate limit refusals by person and by address") func countsRefusals() throws {
    let (server, person) = try TestServer(rules: Self.rules(person: 3, address: 4)).withPerson()
    _ = try Self.count { try person.get("/user") }
    let nobody = try Visitor(server)
    _ = try Self.count { try nobody.get("/user") }
    let text = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(text.contains(#"valence_requests_limited_total{by="person"} 1"#))
    #expect(text.contains(#"valence_requests_limited_total{by="address"} 1"#))
  }
}
