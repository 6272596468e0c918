import Dates
import DemoData
import Model
import DataAccess
import SeededRandom
import Storage
import Synchronization
import Testing

@testable import Services

/// Concurrent payments of many people.
@Suite struct ServiceCrowdTests {
  /// The random actions of one thread: payments, transfers and payments through the core.
  private struct Walk {
    let bank: TestBank
    let crowd: Crowd
    let limit: Money
    var chance: Chance

    mutating func run(_ steps: Int) throws {
      for _ in 0..<steps {
        do {
          switch Int.random(in: 0..<10, using: &chance) {
          case 0..<4: try pay()
          case 4..<7: try transfer()
          default: try payThroughTheCore()
          }
        } catch is any Refusal {
          // The funds are insufficient or the daily limit is exhausted, and no money is moved.
        }
      }
    }

    private mutating func somebody() -> (caller: Caller, accounts: [AccountNumber]) {
      crowd.people[Int.random(in: 0..<crowd.people.count, using: &chance)]
    }

    /// Returns a payment to a person of this bank or to another bank.
    private mutating func payment() throws -> (caller: Caller, order: PaymentOrder, payee: AccountNumber) {
      let payer = somebody()
      let isHere = Bool.random(using: &chance)
      let elsewhere = try #require(AccountNumber("40702810138250123017"))
      let payee = isHere ? somebody().accounts[0] : elsewhere
      let order = PaymentOrder(
        payer: payer.accounts[Int.random(in: 0...1, using: &chance)], payeeName: "Кто-то", payeeINN: nil, payeeKPP: nil,
        payeeAccount: payee, payeeBIC: try #require(BIC(isHere ? Demo.ownBIC : "044525225")), purpose: "За что-то",
        amount: Money(minor: Int64.random(in: 1...400_000, using: &chance), .rub))
      return (payer.caller, order, payee)
    }

    private mutating func pay() throws {
      let (caller, order, payee) = try payment()
      let effect = limited(bank.services.payments.effect(order), "pay")
      crowd.executed(try send("pay", effect, signed: false, by: caller), from: order.payer, to: payee)
    }

    private mutating func transfer() throws {
      let somebody = somebody()
      let amount = Money(minor: Int64.random(in: 1...400_000, using: &chance), .rub)
      let effect = bank.services.transfers.effect(
        OwnTransfers.Order(
          from: somebody.accounts[0], to: somebody.accounts[1], amount: amount.text, purpose: "Себе"))
      let sent = try send("transfer.own", limited(effect, "transfer.own"), signed: false, by: somebody.caller)
      crowd.executed(sent, from: somebody.accounts[0], to: somebody.accounts[1])
    }

    /// Signs and holds a payment in one transaction, and executes or rejects it in a later one, or
    /// not at all.
    private mutating func payThroughTheCore() throws {
      let (caller, order, payee) = try payment()
      var paying = limited(bank.services.payments.effect(order), "pay")
      paying.executor = .core
      let effect = paying
      let (execution, now) = (bank.services.configuration.execution, bank.clock.now)
      let author = bank.services.audit.author(.system)
      // Lock the rows with the balances and sums that the decisions depend on, as signatures and
      // acknowledgements do.
      let locks = Locks([.person(caller.person)]) { try effect.accounts($0).map { .account($0) } }
      let waiting = try send("pay", effect, signed: true, by: caller)
      let signed = try bank.database.deferredWrite(locking: locks) { transaction, after in
        try waiting.signed(
          by: effect, execution, digest: waiting.signedDigest.bytes, at: now, author, transaction, &after)
      }.wait()
      guard signed.status == .signed else { return }
      crowd.held(order.amount.minor, on: order.payer)
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: return
      case 1:
        _ = try bank.database.deferredWrite(locking: locks) { try signed.rejected(because: "no", at: now, author, $0) }
          .wait()
      default:
        let executed = try bank.database.deferredWrite(locking: locks) {
          try signed.executed(by: effect, at: now, author, $0)
        }.wait()
        crowd.executed(executed, from: order.payer, to: payee)
      }
      crowd.held(-order.amount.minor, on: order.payer)
    }

    private func limited(_ effect: Effect, _ operation: String) -> Effect {
      let start = bank.clock.now + .seconds(-3600)
      return bank.services.limits.limiting(effect, of: operation, to: [limit]) { _ in start }
    }

    /// Submits with a key, at random more than once, concurrently or afterwards. All requests get
    /// the same submission.
    private mutating func send(
      _ operation: String, _ effect: Effect, signed: Bool, by caller: Caller
    ) throws -> Submission {
      let key = "\(chance.next())"
      let draft = SubmissionDraft(
        operation: operation, version: "1", values: "{}", idempotencyKey: (key, "{}"), sign: signed ? .matrix : nil)
      let first = bank.services.submissions.create(draft, by: caller, effect: effect)
      let begun = Mutex<Result<Submissions.Receipt, any Error>?>(nil)
      if Int.random(in: 0..<4, using: &chance) == 0 {
        // The response of this request is lost.
        first.start { result in begun.withLock { $0 = result } }
      }
      let receipt = try bank.services.submissions.create(draft, by: caller, effect: effect).wait()
      if Int.random(in: 0..<4, using: &chance) == 0 {
        let again = try bank.services.submissions.create(draft, by: caller, effect: effect).wait()
        #expect(again.submission == receipt.submission)
        #expect(!again.isNew)
      }
      if case .success(let lost) = begun.withLock({ $0 }) { #expect(lost.submission.id == receipt.submission.id) }
      return receipt.submission
    }
  }

  @Test(
    "Concurrent payments of 1,000 people keep the ledger balanced and limits enforced",
    arguments: [20_261_121 as UInt64])
  func concurrentPaymentsKeepBalances(_ seed: UInt64) throws {
    let bank = try TestBank()
    var chance = Chance(seed)
    let crowd = try Crowd(1_000, in: bank, &chance)
    for person in crowd.people { _ = try bank.services.signing.issueMatrix(person.caller.person).wait() }
    let before = try bank.services.inspection.ledger()
    let seeds = (0..<8).map { _ in chance.next() }
    let limit = Money(minor: 500_000, .rub)
    onThreads(seeds.count) { thread in
      var walk = Walk(bank: bank, crowd: crowd, limit: limit, chance: Chance(seeds[thread]))
      do { try walk.run(500) } catch { Issue.record("\(error), seed \(seed)") }
    }
    let after = try bank.services.inspection.ledger()
    #expect(after.isSound)
    #expect(after.sums.allSatisfy { $0.entries == 0 && $0.balances == 0 })
    #expect(after.movements == before.movements + crowd.movements)
    #expect(crowd.movements > 1_000, "\(crowd.movements)")
    #expect(after.holds > 0)
    #expect(crowd.maxSent <= limit.minor)
    #expect(crowd.maxSent > limit.minor / 2)
    #expect(try bank.services.inspection.faults() == [])
    let known = crowd.accounts
    for person in crowd.people {
      for account in try bank.services.accounts.all(person.caller.person) {
        let held = account.balance.minor - account.available.minor
        #expect(
          known[account.number] == Crowd.Known(balance: account.balance.minor, held: held), "\(account.number) \(seed)")
        #expect(account.available.minor >= 0)
      }
    }
  }
}
