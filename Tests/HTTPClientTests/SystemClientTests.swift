import Dispatch
import HTTPClient
import Synchronization
import TestClient
import Testing

/// The limits, pauses and retries of requests to a system.
@Suite struct SystemClientTests {
  /// A clock that the test advances, in nanoseconds.
  private final class Hand: Sendable {
    private let time = Mutex<UInt64>(1_000_000_000_000)
    var now: UInt64 { time.withLock { $0 } }
    func pass(seconds: UInt64) { time.withLock { $0 += seconds * 1_000_000_000 } }
  }

  private let client: OutboundClient
  private let hand = Hand()

  init() throws { client = try .local() }

  private func system(_ adjust: (inout SystemLimits) -> Void = { _ in }) -> SystemClient {
    var limits = SystemLimits()
    adjust(&limits)
    return SystemClient("peer", client, limits: limits, now: { [hand] in hand.now })
  }

  private func ask(
    _ system: SystemClient, _ url: String, repeatable: Bool = false, for person: String = "anna",
    _ purpose: SystemCaller.Purpose = .question, readsPerson: Bool = false
  ) throws -> Result<OutboundResponse, OutboundFailure> {
    let later = Later<Result<OutboundResponse, OutboundFailure>>()
    var request = try OutboundRequest("GET", url)
    request.timeout = .seconds(60)
    let caller = SystemCaller(person, purpose, readsPerson: readsPerson)
    system.ask(request, repeatable: repeatable, for: caller) { later.give($0) }
    return try later.get()
  }

  private func failure(_ result: Result<OutboundResponse, OutboundFailure>) -> OutboundFailure? {
    if case .failure(let failure) = result { failure } else { nil }
  }

  @Test("A request above the concurrency limit of a person or a system fails immediately")
  func failsAboveConcurrencyLimit() throws {
    let held = DispatchSemaphore(value: 0)
    let peer = try Peer { link in
      _ = link.request()
      held.wait()
      link.answer(200, "ok")
    }
    defer { peer.stop() }
    let system = system { ($0.atOnce, $0.perPerson) = (4, 2) }
    let ended = DispatchGroup()
    func begin(_ person: String) throws {
      ended.enter()
      var request = try OutboundRequest("GET", peer.url())
      request.timeout = .seconds(60)
      system.ask(request, repeatable: false, for: SystemCaller(person, .question)) { _ in ended.leave() }
    }
    try begin("anna")
    try begin("anna")
    #expect(failure(try ask(system, peer.url(), for: "anna")) == .overloaded)
    try begin("ivan")
    #expect(failure(try ask(system, peer.url(), for: "olga")) == .overloaded)
    for _ in 0..<4 { held.signal() }
    ended.wait()
    #expect(try ask(system, peer.url(), for: "anna").get().status == 200)
    #expect(system.counts.failures == [.overloaded: 2])
  }

  @Test("A request above the limit per second fails as overloaded") func failsAboveRateLimit() throws {
    let peer = try Peer { link in while !link.request().isEmpty { link.answer(200, "ok") } }
    defer { peer.stop() }
    let system = system { $0.perSecond = 3 }
    let results = try ["anna", "ivan", "olga"].map { failure(try ask(system, peer.url(), for: $0)) }
    #expect(results == [nil, nil, .overloaded])
    hand.pass(seconds: 1)
    #expect(try ask(system, peer.url()).get().status == 200)
  }

  @Test("Failures open the circuit, and a successful trial after the pause closes it")
  func opensAndClosesCircuit() throws {
    let status = Mutex(500)
    let peer = try Peer { link in while !link.request().isEmpty { link.answer(status.withLock { $0 }) } }
    defer { peer.stop() }
    let system = system { $0.failures = 3 }
    for person in ["anna", "ivan", "anna"] { #expect(try ask(system, peer.url(), for: person).get().status == 500) }
    #expect(system.isCircuitOpen)
    #expect(failure(try ask(system, peer.url(), for: "olga")) == .paused)
    hand.pass(seconds: 11)
    // The trial fails, so the pause restarts.
    #expect(try ask(system, peer.url()).get().status == 500)
    #expect(failure(try ask(system, peer.url(), for: "olga")) == .paused)
    hand.pass(seconds: 11)
    status.withLock { $0 = 200 }
    #expect(try ask(system, peer.url()).get().status == 200)
    #expect(try ask(system, peer.url()).get().status == 200)
    #expect(!system.isCircuitOpen)
    #expect(system.counts.sent == 6)
  }

  @Test("If a trial times out before it is sent, the next request is the trial")
  func passesTrialToNextRequest() throws {
    let peer = try Peer { link in while !link.request().isEmpty { link.answer(200, "ok") } }
    defer { peer.stop() }
    let dead = try Peer { _ in }
    dead.stop()
    let system = system { $0.failures = 1 }
    #expect(throws: (any Error).self) { try ask(system, dead.url()).get() }
    #expect(system.isCircuitOpen)
    hand.pass(seconds: 11)
    // This request times out before it is sent.
    var late = try OutboundRequest("GET", peer.url())
    late.timeout = .zero
    let come = Later<Result<OutboundResponse, OutboundFailure>>()
    system.ask(late, repeatable: false, for: SystemCaller("anna", .question)) { come.give($0) }
    #expect(failure(try come.get()) == .timeout)
    #expect(try ask(system, peer.url()).get().status == 200)
    #expect(!system.isCircuitOpen)
  }

  @Test("Timeouts of hurried requests do not open the circuit") func ignoresHurriedTimeouts() throws {
    let peer = try Peer { link in
      _ = link.request()
      link.awaitEnd()
    }
    defer { peer.stop() }
    let system = system { $0.failures = 2 }
    let asks = [(true, false), (true, false), (true, false), (false, false), (false, true)]
    for (number, (isHurried, isCircuitOpen)) in asks.enumerated() {
      var request = try OutboundRequest("GET", peer.url())
      request.timeout = .milliseconds(50)
      let come = Later<Result<OutboundResponse, OutboundFailure>>()
      let caller = SystemCaller(number % 2 == 0 ? "anna" : "ivan", .question)
      system.ask(request, repeatable: false, for: caller, isHurried: isHurried) { come.give($0) }
      #expect(failure(try come.get()) == .timeout)
      #expect(system.isCircuitOpen == isCircuitOpen)
    }
    #expect(system.counts.failures[.timeout] == 5)
  }

  @Test("Failed or silent token requests open the circuit", arguments: [false, true])
  func opensCircuitOnTokenFailures(isSilent: Bool) throws {
    let asked = Mutex(0)
    let authority = try Peer { link in
      while !link.request().isEmpty {
        asked.withLock { $0 += 1 }
        if isSilent { return link.awaitEnd() }
        link.answer(401, #"{"error": "invalid_client"}"#)
      }
    }
    let peer = try Peer { link in while !link.request().isEmpty { link.answer(200, "ok") } }
    defer {
      authority.stop()
      peer.stop()
    }
    let system = system { ($0.failures, $0.atOnce) = (2, 1) }
    let credentials = ClientCredentials(
      id: "a", secret: "b", at: authority.url(), client, timeout: isSilent ? .milliseconds(50) : .seconds(60))
    func ask() throws -> OutboundFailure? {
      let later = Later<Result<OutboundResponse, OutboundFailure>>()
      var request = try OutboundRequest("GET", peer.url())
      request.timeout = .seconds(60)
      system.ask(request, repeatable: true, for: SystemCaller("anna", .question), with: credentials) { later.give($0) }
      return failure(try later.get())
    }
    #expect(try ask() == .token && !system.isCircuitOpen)
    #expect(try ask() == .token && system.isCircuitOpen)
    #expect(try ask() == .paused)
    #expect(asked.withLock { $0 } == 2 && peer.connections == 0)
    #expect(system.counts.failures == [.token: 2, .paused: 1] && system.counts.sent == 0)
    hand.pass(seconds: 11)
    // One request is admitted as the trial, and it fails.
    #expect(try ask() == .token)
    #expect(try ask() == .paused)
  }

  @Test("The timeout of a request includes the wait for its token") func includesTokenInTimeout() throws {
    let silent = try Peer { $0.awaitEnd() }
    defer { silent.stop() }
    let system = system { $0.failures = 1 }
    let credentials = ClientCredentials(id: "a", secret: "b", at: silent.url(), client, timeout: .seconds(600))
    for (isHurried, isCircuitOpen) in [(true, false), (false, true)] {
      var request = try OutboundRequest("GET", silent.url())
      request.timeout = .milliseconds(50)
      let later = Later<Result<OutboundResponse, OutboundFailure>>()
      let caller = SystemCaller("anna", .question)
      system.ask(request, repeatable: false, for: caller, isHurried: isHurried, with: credentials) { later.give($0) }
      #expect(failure(try later.get()) == .token)
      #expect(system.isCircuitOpen == isCircuitOpen)
    }
  }

  @Test("A 429 with Retry-After pauses requests for the stated time") func honorsRetryAfter() throws {
    let peer = try Peer { link in
      while !link.request().isEmpty { link.answer(429, "", "Retry-After: 30\r\n") }
    }
    defer { peer.stop() }
    let system = system()
    #expect(try ask(system, peer.url()).get().status == 429)
    hand.pass(seconds: 29)
    #expect(failure(try ask(system, peer.url())) == .paused)
    hand.pass(seconds: 1)
    #expect(try ask(system, peer.url()).get().status == 429)
  }

  @Test("Only a repeatable request is retried after a 503", arguments: [true, false])
  func retriesRepeatableRequest(_ repeatable: Bool) throws {
    let asked = Mutex(0)
    let peer = try Peer { link in
      while !link.request().isEmpty {
        let number = asked.withLock { count in
          count += 1
          return count
        }
        link.answer(number == 1 ? 503 : 200)
      }
    }
    defer { peer.stop() }
    let status = try ask(system(), peer.url(), repeatable: repeatable).get().status
    #expect(status == (repeatable ? 200 : 503))
    #expect(asked.withLock { $0 } == (repeatable ? 2 : 1))
  }

  @Test("A request is retried once if the connection closes without a response")
  func retriesClosedConnectionOnce() throws {
    let asked = Mutex(0)
    let peer = try Peer { link in
      _ = link.request()
      asked.withLock { $0 += 1 }
    }
    defer { peer.stop() }
    #expect(failure(try ask(system(), peer.url(), repeatable: true)) == .broken)
    #expect(asked.withLock { $0 } == 2)
  }

  @Test("Retries count towards the limit of requests per second")
  func countsRetriesInRateLimit() throws {
    let asked = Mutex(0)
    let peer = try Peer { link in
      while !link.request().isEmpty {
        asked.withLock { $0 += 1 }
        link.answer(503)
      }
    }
    defer { peer.stop() }
    let system = system { ($0.perSecond, $0.retries) = (8, 5) }
    #expect(try ask(system, peer.url(), repeatable: true).get().status == 503)
    #expect(asked.withLock { $0 } == 2)
  }

  @Test("Failures of one purpose do not open the circuit of other purposes")
  func separatesCircuitsByPurpose() throws {
    let peer = try Peer { link in
      while true {
        let request = link.request()
        if request.isEmpty { return }
        link.answer(request.hasPrefix("GET /bad") ? 500 : 200)
      }
    }
    defer { peer.stop() }
    for failing in SystemCaller.Purpose.allCases {
      let system = system { $0.failures = 2 }
      for person in ["anna", "ivan"] { _ = try ask(system, peer.url("/bad"), for: person, failing).get() }
      #expect(system.isCircuitOpen(for: failing) && system.isCircuitOpen)
      for other in SystemCaller.Purpose.allCases where other != failing {
        #expect(try ask(system, peer.url("/good"), for: "olga", other).get().status == 200)
        #expect(!system.isCircuitOpen(for: other))
      }
      #expect(failure(try ask(system, peer.url("/good"), for: "olga", failing)) == .paused)
    }
  }

  @Test(
    "A pause by Retry-After is limited to one minute, also for values above 64 bits",
    arguments: ["61", "86400", "18446744073709551616", "99999999999999999999999999"])
  func limitsPauseToOneMinute(wait: String) throws {
    let peer = try Peer { link in while !link.request().isEmpty { link.answer(429, "", "Retry-After: \(wait)\r\n") } }
    defer { peer.stop() }
    let system = system()
    _ = try ask(system, peer.url()).get()
    hand.pass(seconds: 59)
    #expect(failure(try ask(system, peer.url())) == .paused)
    hand.pass(seconds: 1)
    #expect(try ask(system, peer.url()).get().status == 429)
  }
}
