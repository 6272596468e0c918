import JSON
import Synchronization
import TestBank
import TestClient
import Testing

final class SystemShareTests {
  private static let operation = """
    operation: rate.quick
    title: {ru: Курс, en: Rate}
    access: public
    asks: [rates]
    atoms:
      - {textInput: code, caption: {ru: Код, en: Code}, lookup: rate}
      - {text: shown, caption: {ru: "{rate.value}", en: "{rate.value}"}}
    """
  private static let own = """
    operation: rate.own
    title: {ru: Свой курс, en: Own rate}
    atoms:
      - {text: shown, caption: {ru: "{discount.value}", en: "{discount.value}"}}
    """

  /// Returns a service file with these limits.
  private static func service(_ limits: String) -> String {
    """
    service: rates
    at: ${PEER}
    timeout: 30
    retries: 0
    \(limits)
    lookups:
      - {lookup: rate, key: [code], get: "/rates/{$code}", answer: {value: number rate}, missing: 404}
    facts:
      - {fact: discount, get: "/discounts/{user.externalId}", answer: {value: number rate}}
    """
  }

  /// The targets of the requests that the peer has received.
  private final class Requests: Sendable {
    private let targets = Mutex<[String]>([])
    func note(_ target: String) { targets.withLock { $0.append(target) } }
    func count(_ isCounted: (String) -> Bool = { _ in true }) -> Int { targets.withLock { $0.count(where: isCounted) } }
  }

  private let asked = Requests()

  /// Returns a peer. It responds with 500 to codes that begin with `bad`, with 429 to `busy`, and
  /// otherwise with a rate.
  private func peer() throws -> Peer {
    try Peer { [asked] link in
      while let path = link.request().split(separator: " ").dropFirst().first {
        asked.note(String(path))
        switch path.split(separator: "/").last?.prefix(3) {
        case "bad": link.answer(500, "{}")
        case "bus": link.answer(429, "{}", "Retry-After: 60\r\n")
        default: link.answer(200, #"{"rate": 1.5}"#)
        }
      }
    }
  }

  private func server(_ peer: Peer, _ limits: String = "") throws -> TestServer {
    try TestServer(asking: [Self.service(limits)], at: peer.url(""), serving: [Self.operation, Self.own])
  }

  /// True if the lookup of a code's rate succeeds.
  private func knows(_ code: String, _ person: Visitor) throws -> Bool {
    let answer = try person.post(
      "/operations/rate.quick/evaluate", ["values": ["code": .string(code)], "commit": true])
    #expect(answer.status == 200, "\(answer.raw.text)")
    return answer["atoms"]?["code"]?["warning"] == .null
  }

  @Test("Ten failures in a row stop the queries of one person; those of others continue")
  func blocksQueriesOfOnePerson() throws {
    let peer = try peer()
    defer { peer.stop() }
    let server = try server(peer, "limit: {perSecond: 10000}\nbreaker: {after: 3, for: 600}")
    let (bad, good) = (try server.person(), try server.stranger())
    for number in 0..<100 {
      #expect(try !knows("bad\(number)", bad))
      #expect(try knows("\(number)", good), "after \(number) failures")
    }
    #expect(asked.count { $0.hasPrefix("/rates/bad") } == 10)
    #expect(try good.get("/readyz")["checks"]?["systems"]?["rates"]?["status"] == "ok")
  }

  @Test("Failures of unauthenticated callers are counted by network")
  func countsFailuresByNetwork() throws {
    let peer = try peer()
    defer { peer.stop() }
    let server = try server(peer, "breaker: {after: 3, for: 600}")
    let (bad, same) = (try Visitor(server, from: "127.0.0.7"), try Visitor(server, from: "127.0.0.7"))
    let good = try Visitor(server, from: "127.0.0.8")
    for number in 0..<20 {
      #expect(try !knows("bad\(number)", bad))
      #expect(try knows("\(number)", good))
    }
    #expect(try !knows("other", same))
    #expect(asked.count { $0.hasPrefix("/rates/bad") } == 10)
  }

  @Test("A 429 to a query that reads `user` pauses that person only")
  func pausesOnePersonAfter429() throws {
    let peer = try peer()
    defer { peer.stop() }
    let server = try server(peer)
    let (bad, good) = (try server.person(), try Visitor(server))
    _ = try server.services.users.link(server.access.person.id, to: "busy").wait()
    let other = try server.services.users.add(login: "ivan", name: "Иван", password: "a long password").wait()
    _ = try server.services.users.link(other.id, to: "C-1").wait()
    try good.login("ivan", "a long password")
    func own(_ person: Visitor) throws -> String? {
      try person.get("/operations/rate.own").raw.text.contains("1.5") ? "1.5" : nil
    }
    for _ in 0..<5 {
      #expect(try own(bad) == nil)
      #expect(try own(good) == "1.5")
      #expect(try knows("a", good))
    }
    #expect(try !knows("b", bad))
    #expect(asked.count { $0 == "/discounts/busy" } == 1)
  }

  @Test("One person gets a quarter of the queries per second of a system")
  func limitsShareOfOnePerson() throws {
    let peer = try peer()
    defer { peer.stop() }
    // A new second can begin during the test. Two seconds must not allow all 60 requests.
    let server = try server(peer, "limit: {perSecond: 40}")
    let (bad, good) = (try server.person(), try server.stranger())
    var (own, others) = (0, 0)
    for number in 0..<60 {
      if try knows("x\(number)", bad) { own += 1 }
      if number % 10 == 0, try knows("y\(number)", good) { others += 1 }
    }
    #expect(others == 6)
    let seconds = 1 + asked.count() / 40
    #expect(own < 60 || seconds > 2, "\(own) of 60")
  }
}
