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

/// Leases on work, messages and deliveries, with several processes on one database.
struct LeaseTests {
  private let bank: TestBank
  private let services: [BankServices]
  private let store: PostgreSQLStore

  /// Creates two processes whose leases follow the database's clock. The second process's own clock
  /// is ahead of the first one's by `ahead`.
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
  /// A lease time that expires before the next call.
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
    // This applies even if no other process has taken the lease since.
    #expect(throws: Leases.Lost(work: .retention)) {
      try one.store.change { try one.leases.keep(.retention, for: .seconds(3600), $0) }
    }
    #expect(try other.leases.take(.retention, for: .seconds(3600)).wait())
    #expect(throws: Leases.Lost(work: .retention)) {
      try one.store.change { transaction in
        try one.leases.keep(.retention, for: .seconds(3600), transaction)
        Issue.record("work continued without the lease")
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
        // The lease has now expired, but another process cannot take it before the COMMIT.
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
    // Continue only when the other process waits for the lock.
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
    // The next process that polls tries it again.
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
    // An operator's retry does not cause a second attempt during the lease.
    _ = try deliveries[1].retry(id).wait()
    #expect(try take(1) == [])
    _ = try note(.unsent("unreachable", again: .zero), 0, attempt: 1)
    #expect(try take(1, Self.moment) == [id])
    // The second process stalls, and the first takes over. The late outcome of the second attempt
    // does not change the schedule.
    _ = try deliveries[0].retry(id).wait()
    #expect(try take(0) == [id])
    guard case .known = try note(.unsent("unreachable", again: .zero), 1, attempt: 2) else {
      Issue.record("the outcome of an obsolete attempt was stored")
      return
    }
    #expect(try take(1) == [])
    // An outcome of the system is stored, whichever attempt reports it.
    guard case .noted(let done) = try note(.executed(kept: nil), 1, attempt: 2) else {
      Issue.record("the outcome of the system was not stored")
      return
    }
    #expect(done.status == .executed)
    guard case .known = try note(.executed(kept: nil), 0, attempt: 3) else {
      Issue.record("the delivery was executed twice")
      return
    }
  }
}
