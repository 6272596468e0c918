@testable import BankSystems
@testable import Definitions
import Services
import Atoms
import Dates
import Foundation
import JSON
import Model
import HTTPClient
import Platform
import Synchronization
import TestClient
import Testing

@testable import Operations

/// The cache of service answers: lifetime, stale answers, size and removal.
struct AnswerCacheTests {
  private static let service = """
    service: crm
    at: https://crm.example
    lookups:
      - {lookup: company, key: [inn], get: "/c/{$inn}", answer: {name: text name}, missing: 404, cache: 60, stale: 600}
    facts:
      - {fact: loans, get: "/l/{user.externalId}", answer: {each: SELF, value: text id}, cache: 60}
    """
  private static let recorded = """
    recorded: crm
    answers:
      - {get: /c/1, body: {name: Anna}}
      - {get: /l/C-1, body: [{id: L-1}]}
    """

  private final class Hand: Sendable {
    private let time = Mutex(Instant(microseconds: 1_775_000_000_000_000))
    var now: Instant { time.withLock { $0 } }
    func pass(_ seconds: Int) { time.withLock { $0 = $0 + .seconds(seconds) } }
  }

  private let hand = Hand()
  private let systems: BankSystemRegistry
  private let company: DeclaredQuery
  private let loans: DeclaredQuery

  init() throws { try self.init(sweeping: .seconds(86_400)) }

  private init(sweeping: Duration) throws {
    let person = Facts.types["user"] ?? .any
    let file = DefinitionFile(name: "crm.yaml", bytes: Array(Self.service.utf8))
    let system = try BankSystem(file, person: person)
    company = system.queries[0]
    loans = system.queries[1]
    systems = BankSystemRegistry(
      .recorded, client: nil, day: try #require(BankDay(timeZone: "Europe/Moscow")), sweeping: sweeping,
      clock: { [hand] in hand.now }
    ) { _ in }
    let answers = DefinitionFile(name: "crm.recorded.yaml", bytes: Array(Self.recorded.utf8))
    try systems.serve([system], [RecordedSystem(answers)])
  }

  private static func person(_ number: UInt64) -> PersonID { PersonID(high: number, low: 1) }

  private func question(
    _ query: DeclaredQuery, _ key: String? = nil, by person: PersonID? = nil, _ terms: LookupTerms = LookupTerms()
  ) throws -> SystemQuestion {
    try systems.question(
      query, key.map { [.string($0)] } ?? [], terms, by: person, user: { ["externalId": "C-1"] }, anew: false
    ).get()
  }

  /// Requests the answer and returns when it is cached.
  private func fetch(_ question: SystemQuestion) async {
    await withCheckedContinuation { continuation in
      systems.fetch([question], until: .max, trace: TraceContext()) { _ in continuation.resume() }
    }
  }

  private func kept(_ question: SystemQuestion) -> LookupAnswer? { systems.kept(question, trace: TraceContext()) }

  private var sent: Int { systems.figures[0].counts.sent }

  @Test("A cached answer is reused for its person until it expires") func reusesAnswerUntilExpiry() async throws {
    let question = try question(loans, by: Self.person(1))
    #expect(kept(question) == nil)
    await fetch(question)
    hand.pass(59)
    guard case .found(let value)? = kept(question) else {
      Issue.record("the answer is not cached")
      return
    }
    #expect(value == [["value": "L-1"]])
    #expect(try kept(self.question(loans, by: Self.person(2))) == nil)
    #expect(try kept(self.question(loans, by: Self.person(1), LookupTerms(cache: 59_000))) == nil)
    hand.pass(1)
    #expect(kept(question) == nil)
    #expect(sent == 1)
  }

  @Test("A cached answer is ignored if the clock goes back") func ignoresAnswerFromFuture() async throws {
    let question = try question(company, "1")
    await fetch(question)
    hand.pass(-1)
    #expect(kept(question) == nil)
  }

  @Test("A stale answer is served during a refresh if the service allows it") func servesStaleDuringRefresh()
    async throws
  {
    let question = try question(company, "1")
    await fetch(question)
    hand.pass(61)
    // An operation with a shorter cache time gets no stale answers.
    #expect(try kept(self.question(company, "1", LookupTerms(cache: 60_000))) == nil)
    #expect(sent == 1)
    #expect(kept(question) != nil)
    // The refresh is in flight or complete. The new answer lasts longer than the old one would
    // have.
    hand.pass(650)
    #expect(eventually { kept(question) != nil })
    hand.pass(6_500)
    #expect(kept(question) == nil)
  }

  @Test("An empty answer of a service is cached") func cachesEmptyAnswer() async throws {
    let question = try question(company, "2")
    await fetch(question)
    if case .empty? = kept(question) {} else { Issue.record("the empty answer is not cached") }
  }

  @Test("Expired answers are removed by the periodic sweep") func sweepsExpiredAnswers() async throws {
    let test = try AnswerCacheTests(sweeping: .milliseconds(1))
    await test.fetch(try test.question(test.loans, by: Self.person(1)))
    await test.fetch(try test.question(test.company, "1"))
    let all = test.systems.bytesKept
    #expect(all > 0)
    test.hand.pass(60)
    // The company's answer is kept for another ten minutes, to be served while it is refreshed.
    #expect(eventually { test.systems.bytesKept != all })
    #expect((1..<all).contains(test.systems.bytesKept))
    test.hand.pass(600)
    #expect(eventually { test.systems.bytesKept == 0 })
  }

  /// An open form uses the query of its own version with the present settings of the service.
  @Test("A query of an earlier service file uses the current headers and cache times")
  func earlierQueryUsesNewSettings() async throws {
    let text = Self.service.replacing("at: https", with: "headers: {X-Channel: \"'new'\"}\nat: https")
      .replacing("cache: 60, stale: 600", with: "cache: 5").replacing("text name", with: "optional text name")
    let changed = try BankSystem(
      DefinitionFile(name: "crm.yaml", bytes: Array(text.utf8)), person: Facts.types["user"] ?? .any)
    let before = try question(company, "1")
    await fetch(before)
    #expect(before.identity.request.headers == [] && (before.cache, before.stale) == (60_000, 600_000))
    let answers = DefinitionFile(name: "crm.recorded.yaml", bytes: Array(Self.recorded.utf8))
    try systems.serve([changed], [RecordedSystem(answers)])
    let after = try question(company, "1")
    #expect(after.identity.request.headers == [["X-Channel", "new"]])
    #expect((after.cache, after.stale) == (5_000, 0))
    // Requests with other headers have separate answers.
    #expect(kept(after) == nil)
    await fetch(after)
    #expect(kept(after) != nil)
    hand.pass(5)
    #expect(kept(after) == nil)
  }

  @Test("The answer cache evicts the oldest answers when it is full") func evictsOldestAnswers() throws {
    var kept = AnswerCache(maximum: 16_000)
    let (start, end) = (hand.now, hand.now + .seconds(60))
    let identities = try (0..<40).map { try question(company, "\($0)").identity }
    for (number, identity) in identities.enumerated() {
      kept.keep(.found(.integer(Int64(number))), for: identity, 1_000, at: start, until: end)
      #expect(kept.bytes <= 16_000)
    }
    #expect(identities.map { kept[$0] != nil } == (0..<40).map { $0 >= 24 })
    // An answer that is replaced becomes the newest.
    kept.keep(.empty, for: identities[24], 1_000, at: start, until: end)
    kept.keep(.empty, for: identities[0], 1_000, at: start, until: end)
    #expect(kept[identities[24]] != nil && kept[identities[25]] == nil)
    // An answer above the size limit is not kept, and the previous answer to its query is removed.
    kept.keep(.empty, for: identities[39], 1_001, at: start, until: end)
    #expect(kept[identities[39]] == nil && kept.bytes == 15_000)
    kept.sweep(at: end)
    #expect(kept.isEmpty && kept.bytes == 0)
  }

  @Test("All cached answers about a person are removed together") func removesAnswersOfPerson() throws {
    var kept = AnswerCache(maximum: 1 << 20)
    let (start, end) = (hand.now, hand.now + .seconds(60))
    let (anna, boris) = (Self.person(1), Self.person(2))
    let about = try [question(loans, by: anna), question(loans, by: boris), question(company, "1")].map(\.identity)
    for identity in about { kept.keep(.empty, for: identity, 100, at: start, until: end) }
    kept.forget(anna)
    #expect(about.map { kept[$0] != nil } == [false, true, true] && kept.bytes == 200)
  }
}

/// Cached answers after a change of the service files.
@Suite struct ChangedSystemTests {
  private static let service = """
    service: NAME
    at: ${file:PLACE/address}
    auth: {bearer: "${file:PLACE/token}"}
    lookups:
      - {lookup: NAME, key: {id: text}, get: "/v1/{$id}", answer: {value: text name}, cache: 600, stale: 600}
    """

  /// Starts a system that returns its own name.
  private static func peer(_ name: String) throws -> Peer {
    try Peer { link in while !link.request().isEmpty { link.answer(200, "{\"name\":\"\(name)\"}") } }
  }

  @Test(
    "A new address or token of a service drops the cached answers of that service only",
    arguments: ["address", "token", "nothing"])
  func dropsAnswersOfChangedService(what: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-systems-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (try Self.peer("first"), try Self.peer("second"))
    defer { for peer in [first, second] { peer.stop() } }
    var declared: [BankSystem] = []
    for name in ["one", "other"] {
      let place = folder.appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(first.url("").utf8).write(to: place.appending(path: "address"))
      try Data("secret".utf8).write(to: place.appending(path: "token"))
      let text = Self.service.replacing("NAME", with: name).replacing("PLACE", with: place.path)
      let file = DefinitionFile(name: "\(name).yaml", bytes: Array(text.utf8))
      declared.append(try BankSystem(file, person: Facts.types["user"] ?? .any))
    }
    let client = try OutboundClient(policy: AddressPolicy(allowing: [try #require(Network("127.0.0.0/8"))]))
    let systems = BankSystemRegistry(
      .live, client: client, day: try #require(BankDay(timeZone: "Europe/Moscow")), clock: { Instant.systemNow }
    ) { _ in }
    try systems.serve(declared, [])
    func question(_ place: Int) throws -> SystemQuestion {
      try systems.question(
        declared[place].queries[0], ["1"], LookupTerms(), by: nil, user: { .null }, anew: false
      ).get()
    }
    func answer(_ place: Int) async throws -> Value? {
      let question = try question(place)
      if let kept = systems.kept(question, trace: TraceContext()) { return Self.value(kept) }
      return await withCheckedContinuation { continuation in
        systems.fetch([question], until: .max, trace: TraceContext()) { answers in
          continuation.resume(returning: answers.values.first.flatMap(Self.value))
        }
      }
    }
    for place in 0..<2 { #expect(try await answer(place)?["value"] == "first") }
    let one = folder.appending(path: "one")
    if what == "address" { try Data(second.url("").utf8).write(to: one.appending(path: "address")) }
    if what == "token" { try Data("another".utf8).write(to: one.appending(path: "token")) }
    try systems.serve(declared, [])
    // Counts of requests would include retries, which happen on a busy machine.
    let kept = try (0..<2).map { systems.kept(try question($0), trace: TraceContext()) != nil }
    #expect(kept == [what == "nothing", true])
    #expect(try await answer(0)?["value"] == (what == "address" ? "second" : "first"))
    #expect(try await answer(1)?["value"] == "first")
    client.stop()
  }

  private static func value(_ answer: LookupAnswer) -> Value? {
    if case .found(let value) = answer { value } else { nil }
  }
}
