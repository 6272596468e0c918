@testable import BankSystems
@testable import Definitions
import Operations
import Services
import Atoms
import Dates
import Dispatch
import HTTPClient
import JSON
import Model
import Platform
import Synchronization
import TestClient
import Testing

struct ReportedRequestTests {
  @Test("A failed query is reported as part of the request that sent it, with the number of others")
  func reportsFirstRequest() throws {
    let gate = DispatchSemaphore(value: 0)
    let peer = try Peer { link in
      while !link.request().isEmpty {
        gate.wait()
        link.answer(500, "{}")
      }
    }
    defer { peer.stop() }
    let text = """
      service: register
      at: \(peer.url(""))
      lookups:
        - {lookup: first, key: {id: text}, get: "/first/{$id}", answer: {value: text name}}
        - {lookup: second, key: {id: text}, get: "/second/{$id}", answer: {value: text name}}
      """
    let system = try BankSystem(
      DefinitionFile(name: "register.yaml", bytes: Array(text.utf8)), person: Facts.types["user"] ?? .any)
    let client = try OutboundClient(policy: AddressPolicy(allowing: [try #require(Network("127.0.0.0/8"))]))
    defer { client.stop() }
    let reported = Mutex<[String: String]>([:])
    let systems = BankSystemRegistry(
      .live, client: client, day: try #require(BankDay(timeZone: "Europe/Moscow")), clock: { Instant.systemNow }
    ) { failure in
      let mark = CurrentRequest.mark
      reported.withLock { $0[failure.query] = "\(mark?.id ?? "none") \(mark?.trace ?? "none") \(failure.others)" }
    }
    try systems.serve([system], [])
    let questions = try system.queries.map {
      try systems.question($0, ["1"], LookupTerms(), by: nil, user: { .null }, anew: false).get()
    }
    let done = DispatchSemaphore(value: 0)
    for (id, asked) in [("tap-1", questions), ("tap-2", [questions[0]])] {
      CurrentRequest.with(CurrentRequest.Mark(id: id, trace: "aa")) {
        systems.fetch(asked, until: .max, trace: TraceContext()) { _ in done.signal() }
      }
    }
    // The second request has joined the query of the first one, so the system may answer now.
    for _ in 0..<20 { gate.signal() }
    for _ in 0..<2 { done.wait() }
    #expect(reported.withLock { $0 } == ["first": "tap-1 aa 1", "second": "tap-1 aa 0"])
  }
}
