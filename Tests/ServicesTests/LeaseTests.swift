import Dates
import Dispatch
import Model
import PostgreSQLStorage
import Secrets
import Storage
import Synchronization
import TestDatabases
import Testing

@testable import Services

/// Work that one of several processes on a database does at a time, and what each has taken for itself.
struct LeaseTests {
  private let bank: TestBank
  private let services: [BankServices]
  private let store: PostgreSQLStore

  /// Two processes: what they hold is by the clock of the database, and the clock of the second is `ahead`.
  init() throws {
    let store = try TestDatabase.onServer()
    self.store = store
    let bank = try TestBank(over: store)
    self.bank = bank
    let clocks: [Clock] = [{ bank.clock.now }, { bank.clock.now + Self.ahead }]
    services = try clocks.map { clock in
      var configuration = bank.services.configuration
      configuration.messages.codes = HeldMessages()
      return try BankServices(
        store: TestDatabase.open(store.address), keys: SecretKeys(bank.key), configuration: configuration, clock: clock,
        holding: { nil })
    }
  }

  /// Less than `ServerClocks.apart`.
  private static let ahead: Duration = .seconds(100)
  /// A time that is over before anybody asks.
  private static let moment: Duration = .microseconds(1)

  @Test("Exactly one of four concurrent takers gets a lease") func grantsLeaseToOneTaker() throws {
    for round in 0..<20 {
      let takers = Mutex(0)
      let all = (0..<4).map { _ in Leases(store: services[round % 2].store, clock: { nil }) }
      onThreads(4) { number in
        do {
          let isMine = try all[number].take(.alarms, for: .seconds(3600)).wait()
          if isMine { takers.withLock { $0 += 1 } }
        } catch { Issue.record(error) }
      }
      #expect(takers.withLock { $0 } == 1)
      for leases in all { try leases.release(.alarms).wait() }
    }
  }

  @Test("A lease is renewed by its holder, expires by time and can be released") func renewsAndExpiresLease() throws {
    let (one, other) = (services[0].leases, services[1].leases)
    #expect(try one.take(.alarms, for: .seconds(3600)).wait())
    #expect(try !other.take(.alarms, for: .seconds(3600)).wait())
    #expect(try one.take(.alarms, for: Self.moment).wait())
    #expect(try other.take(.alarms, for: .seconds(3600)).wait())
    #expect(try !one.take(.alarms, for: .seconds(3600)).wait())
    try one.release(.alarms).wait()
    #expect(try !one.take(.alarms, for: .seconds(3600)).wait())
    try other.release(.alarms).wait()
    #expect(try one.take(.alarms, for: .seconds(3600)).wait())
  }

  @Test("Renewing an expired lease in a transaction throws") func rejectsRenewingExpiredLease() throws {
    let (one, other) = (services[0], services[1])
    #expect(try one.leases.take(.retention, for: Self.moment).wait())
    // Also where nobody has taken it since: somebody may at any moment.
    #expect(throws: Leases.Lost(work: .retention)) {
      try one.store.change { try one.leases.keep(.retention, for: .seconds(3600), $0) }
    }
    #expect(try other.leases.take(.retention, for: .seconds(3600)).wait())
    #expect(throws: Leases.Lost(work: .retention)) {
      try one.store.change { transaction in
        try one.leases.keep(.retention, for: .seconds(3600), transaction)
        Issue.record("a process works that has lost its lease")
      }
    }
    try other.store.change { try other.leases.keep(.retention, for: .seconds(3600), $0) }
  }

  @Test("Taking an expired lease waits for the open transaction of its holder")
  func takeWaitsForHolderTransaction() throws {
    let (one, other) = (services[0], services[1])
    #expect(try one.leases.take(.retention, for: .seconds(3600)).wait())
    let (begun, asked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = Atomic(false)
    let isTaken = Atomic(false)
    one.store.write(
      locking: [],
      { transaction in
        // From here on its time is over, and still it is not another's before the COMMIT.
        try one.leases.keep(.retention, for: Self.moment, transaction)
        begun.signal()
        asked.wait()
        isOver.store(true, ordering: .sequentiallyConsistent)
      }, afterCommit: nil, then: { _ in })
    begun.wait()
    let taken = DispatchSemaphore(value: 0)
    other.leases.take(.retention, for: .seconds(3600)).start { result in
      let isOverBefore = isOver.load(ordering: .sequentiallyConsistent)
      isTaken.store(true, ordering: .sequentiallyConsistent)
      #expect(isOverBefore && (try? result.get()) == true)
      taken.signal()
    }
    // The other one is let through when it waits, and not before it has come.
    while !isTaken.load(ordering: .sequentiallyConsistent) {
      let waiting = try one.store.read { connection in
        try connection.first(
          "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        ) { (row) throws(StoreError) in try row.get(0, as: Int.self) }
      }
      if waiting ?? 0 > 0 { break }
    }
    asked.signal()
    taken.wait()
  }

  @Test("The retention sweep and the update of internal accounts run on one server per period")
  func runsSweepOnOneServer() throws {
    #expect(try services[0].retention.sweepAlone([:], every: .seconds(3600)).wait() != nil)
    #expect(try services[1].retention.sweepAlone([:], every: .seconds(3600)).wait() == nil)
    #expect(try services[0].internalEntries.takeIn(alone: .seconds(3600)).wait() != nil)
    #expect(try services[1].internalEntries.takeIn(alone: .seconds(3600)).wait() == nil)
  }

  @Test("A code leased by one server is not sent by a server whose clock is ahead")
  func leasedCodeIsNotSentTwice() throws {
    let senders = try services.map { try #require($0.configuration.messages.codes as? HeldMessages) }
    let order = try bank.order("1.00")
    _ = try services[0].submissions.create(
      SubmissionDraft(operation: "pay", version: "1", values: "{}", idempotencyKey: nil, sign: .code), by: bank.caller,
      effect: services[0].payments.effect(order), text: SentCodes.text
    ).wait()
    senders[0].await()
    for _ in 0..<3 {
      services[1].messages.poll()
      services[1].messages.finish()
    }
    #expect(senders[1].messages.isEmpty)
    senders[0].end(.failed("gone"))
    services[0].messages.finish()
    // Whoever finds it due first tries it again.
    services[1].messages.poll()
    senders[1].await()
    #expect(senders.map(\.messages.count) == [1, 1])
    #expect(senders[0].messages.map(\.id) == senders[1].messages.map(\.id))
    senders[1].end()
    services[1].messages.finish()
  }

  @Test("A delivery leased by one server is not taken by a server whose clock is ahead")
  func leasedDeliveryIsNotTakenTwice() throws {
    let deliveries = services.map(\.deliveries)
    var effect = deliveries[0].effect(paying: nil, holdingOn: nil, moving: nil)
    effect.delivery = { _ in
      DeliveryDraft(
        service: "crm", effect: "loan", request: #"{"method":"POST"}"#, answers: "[]", movement: nil, queue: nil)
    }
    let (given, id) = (
      effect,
      try services[0].submissions.create(
        SubmissionDraft(operation: "loan", version: "1", values: "{}", idempotencyKey: nil, sign: nil), by: bank.caller,
        effect: effect
      ).wait().submission.id
    )
    func take(_ number: Int, _ lease: Duration = .seconds(3600)) throws -> [SubmissionID] {
      let due = try deliveries[number].turns("crm", limit: 8).map(\.submission)
      return try deliveries[number].take(due, of: "crm", lease: lease) { _ in false }.wait().map(\.submission)
    }
    func note(_ word: DeliveryOutcome, _ number: Int, attempt: Int) throws -> Deliveries.Receipt {
      try deliveries[number].note(word, of: id, attempt: attempt, by: .system) { _ in given }.wait()
    }
    #expect(try take(0) == [id])
    #expect(try take(1) == [] && deliveries[1].nextDue("crm") == nil)
    // Nor does an operator's word let it go out a second time meanwhile.
    _ = try deliveries[1].retry(id).wait()
    #expect(try take(1) == [])
    _ = try note(.unsent("unreachable", again: .zero), 0, attempt: 1)
    #expect(try take(1, Self.moment) == [id])
    // The second one is frozen, and the first goes on in its place. What the second says of its attempt comes too late to change that.
    _ = try deliveries[0].retry(id).wait()
    #expect(try take(0) == [id])
    guard case .known = try note(.unsent("unreachable", again: .zero), 1, attempt: 2) else {
      Issue.record("a word of an attempt that is over was taken")
      return
    }
    #expect(try take(1) == [])
    // What the system has done is true whoever heard it.
    guard case .noted(let done) = try note(.executed(kept: nil), 1, attempt: 2) else {
      Issue.record("the system's word was not taken")
      return
    }
    #expect(done.status == .executed)
    guard case .known = try note(.executed(kept: nil), 0, attempt: 3) else {
      Issue.record("it was executed twice")
      return
    }
  }
}
