import Testing

@testable import HTTPClient

/// When a circuit opens, for which persons, and which request becomes the trial after a pause.
@Suite struct CircuitBreakerTests {
  private static let second: UInt64 = 1_000_000_000
  private static let failure = CircuitBreaker.Outcome.failure(isOfSystem: false, wait: nil)

  private var breaker = CircuitBreaker(SystemLimits(), .question)
  private var now: UInt64 = 1_000_000 * second
  private var requests = 0

  /// Requests admission for a person and records the outcome. Returns false if the breaker refuses.
  ///
  /// The request gets a new number unless `request` is given.
  private mutating func ask(
    _ person: String, _ outcome: CircuitBreaker.Outcome = .success, _ request: Int? = nil, readsPerson: Bool = false
  ) -> Bool {
    requests += 1
    let request = request ?? requests
    let admission = breaker.admit(person, request, at: now)
    if case .refused = admission { return false }
    let caller = SystemCaller(person, .question, readsPerson: readsPerson)
    breaker.note(outcome, of: caller, request, admission, at: now)
    return true
  }

  private mutating func fail(_ persons: String...) { for person in persons { _ = ask(person, Self.failure) } }

  private mutating func pass(_ seconds: UInt64) { now += seconds * Self.second }

  @Test("Failures of one person block only the requests of that person")
  mutating func blocksFailingPersonOnly() {
    let isAsked1 = ask("ivan")
    #expect(isAsked1)
    for _ in 0..<100 { fail("anna") }
    let (others, own, isOpen) = (ask("ivan"), ask("anna"), breaker.isOpen(at: now))
    #expect(others && !own && !isOpen)
    pass(10)
    let isAsked2 = ask("anna")
    #expect(isAsked2)
  }

  @Test("A success after nine consecutive failures of a person resets the count")
  mutating func resetsCountOnSuccess() {
    let isAsked3 = ask("ivan")
    #expect(isAsked3)
    for _ in 0..<3 {
      for _ in 0..<9 { fail("anna") }
      let isAsked4 = ask("anna")
      #expect(isAsked4)
    }
  }

  @Test("Five consecutive failures of two persons open the circuit for all persons")
  mutating func opensOnFailuresOfTwoPersons() {
    fail("anna", "ivan", "anna", "ivan")
    #expect(!breaker.isOpen(at: now))
    fail("anna")
    let others = ask("olga")
    #expect(breaker.isOpen(at: now) && !others)
  }

  @Test("Many failures of one person and one of another person do not open the circuit")
  mutating func requiresTwoFailuresOfOthers() {
    fail("anna", "anna", "anna", "anna", "ivan")
    #expect(!breaker.isOpen(at: now))
    fail("olga")
    #expect(breaker.isOpen(at: now))
  }

  @Test("A success between failures of two persons prevents the circuit from opening")
  mutating func staysClosedAfterSuccess() {
    for _ in 0..<20 {
      fail("anna", "anna", "ivan")
      let isAsked5 = ask("olga")
      #expect(isAsked5)
    }
    #expect(!breaker.isOpen(at: now))
  }

  @Test("An unreachable system opens the circuit with failures of one person")
  mutating func opensOnUnreachableSystem() {
    for _ in 0..<5 { _ = ask("anna", .failure(isOfSystem: true, wait: nil)) }
    #expect(breaker.isOpen(at: now))
  }

  @Test(
    "If one person sends all requests, a trial of another person decides if the circuit opens",
    arguments: [true, false])
  mutating func decidesByTrialOfOtherPerson(isWell: Bool) {
    for _ in 0..<10 { fail("anna") }
    let (own, isOpen) = (ask("anna"), breaker.isOpen(at: now))
    #expect(!own && !isOpen)
    // The trial is in flight. The next trial is admitted one second later at the earliest.
    let trial = breaker.admit("ivan", 0, at: now)
    let second = ask("olga")
    #expect(!second)
    breaker.note(isWell ? .success : Self.failure, of: SystemCaller("ivan", .question), 0, trial, at: now)
    let others = ask("olga")
    #expect(others == isWell && breaker.isOpen(at: now) == !isWell)
  }

  @Test("A trial without a result is followed by another trial one second later")
  mutating func repeatsTrialAfterOneSecond() {
    for _ in 0..<10 { fail("anna") }
    _ = breaker.admit("ivan", 0, at: now)
    pass(1)
    let next = ask("olga")
    #expect(next)
  }

  @Test("The first trial after a pause must be a different request of another person")
  mutating func limitsFirstTrialAfterPause() {
    for person in ["anna", "ivan", "anna", "ivan", "anna"] { _ = ask(person, Self.failure, 7) }
    pass(10)
    let (own, same) = (ask("anna", .success, 8), ask("olga", .success, 7))
    #expect(!own && !same)
    let other = ask("olga", .success, 8)
    let after = ask("anna", .success, 7)
    #expect(other && after)
  }

  @Test("One second after the pause, a person with a failed request may send the trial")
  mutating func allowsTrialOfSamePerson() {
    for person in ["anna", "ivan", "anna", "ivan", "anna"] { _ = ask(person, Self.failure, 7) }
    pass(11)
    let trial = ask("ivan", .success, 7)
    #expect(trial && !breaker.isOpen(at: now))
  }

  @Test("A failed trial restarts the pause")
  mutating func restartsPauseAfterFailedTrial() {
    fail("anna", "ivan", "anna", "ivan", "anna")
    pass(10)
    fail("olga")
    let next = ask("petr")
    #expect(!next && breaker.isOpen(at: now))
  }

  @Test("A 429 to a request that reads the user pauses only that person")
  mutating func pausesPersonOn429() {
    for person in ["anna", "ivan", "olga"] {
      let first = ask(person, .tooMany(wait: 60 * Self.second), readsPerson: true)
      let second = ask(person)
      #expect(first && !second)
    }
    let other = ask("petr")
    #expect(other)
    pass(60)
    let own = ask("anna")
    #expect(own)
  }

  @Test("A 429 or 503 with a time pauses all persons once a second person receives one", arguments: [true, false])
  mutating func pausesSystemOnSecondPerson(is429: Bool) {
    let wait = 30 * Self.second
    let outcome: CircuitBreaker.Outcome = is429 ? .tooMany(wait: wait) : .failure(isOfSystem: false, wait: wait)
    _ = ask("anna", outcome)
    let other = ask("petr")
    #expect(other && !breaker.isOpen(at: now))
    _ = ask("ivan", outcome)
    let third = ask("petr")
    #expect(!third && breaker.isOpen(at: now))
    pass(31)
    let after = ask("petr")
    #expect(after)
  }

  @Test("Failed deliveries do not block a person")
  mutating func ignoresFailedDeliveries() {
    breaker = CircuitBreaker(SystemLimits(), .delivery)
    for _ in 0..<100 {
      let isAdmitted = ask("anna", Self.failure)
      #expect(isAdmitted)
    }
    let other = ask("ivan")
    #expect(other)
  }

  @Test("The number of tracked persons is bounded, and new persons are still tracked")
  mutating func boundsTrackedPersons() {
    _ = ask("ivan")
    for number in 0..<1_500 {
      fail("person \(number)")
      _ = ask("ivan")
    }
    #expect(breaker.count == CircuitBreaker.maxPersons)
    for _ in 0..<10 { fail("anna") }
    let own = ask("anna")
    #expect(!own && breaker.count == CircuitBreaker.maxPersons)
  }
}
