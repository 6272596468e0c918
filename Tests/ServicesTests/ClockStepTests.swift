import Dates
import Model
@testable import Services
import Synchronization
import Testing

/// The bank's clock and its time limits when the system clock is set forward or back.
@Suite struct ClockStepTests {
  /// A system clock and a monotonic clock that the test sets, with the reported steps.
  private final class Machine: Sendable {
    let times = Mutex((system: Int64(1_800_000_000_000_000), running: Int64(5_000_000)))
    let reported = Mutex<[SteadyClock.Step]>([])

    func clock(after stored: Instant? = nil) -> SteadyClock {
      SteadyClock(after: stored, reading: { self.times.withLock { $0 } }) { step in
        self.reported.withLock { $0.append(step) }
      }
    }
    /// Advances both clocks.
    func pass(_ seconds: Int64) {
      times.withLock { $0 = ($0.system + seconds * 1_000_000, $0.running + seconds * 1_000_000) }
    }
    /// Sets the system clock forward or back.
    func set(by seconds: Int64) { times.withLock { $0.system += seconds * 1_000_000 } }
    var system: Instant { Instant(microseconds: times.withLock { $0.system }) }
    var steps: [SteadyClock.Step] { reported.withLock { $0 } }
  }

  @Test("The steady clock follows the system clock, including a step of one hour forward") func followsSystemClock() {
    let machine = Machine()
    let clock = machine.clock()
    for _ in 0..<10 {
      machine.pass(3600)
      #expect(clock.now == machine.system)
    }
    machine.set(by: 3600)
    #expect(clock.now == machine.system)
    #expect(machine.steps == [.set(by: .seconds(3600), isFollowed: true)])
  }

  @Test("After a backward step the steady clock slows until it matches the system clock")
  func slewsAfterBackwardStep() {
    let machine = Machine()
    let clock = machine.clock()
    let before = clock.now
    machine.set(by: -7200)
    #expect(clock.now == before)
    machine.pass(640)
    #expect(clock.now == before + .seconds(630))
    #expect(machine.steps == [.set(by: .seconds(-7200), isFollowed: false)])
    var last = clock.now
    for _ in 0..<(7200 * 64 / 640) {
      machine.pass(640)
      #expect(clock.now > last)
      last = clock.now
    }
    #expect(last == machine.system)
    #expect(machine.steps.count == 1)
  }

  @Test("The steady clock slews at the same rate when it is read every 10 microseconds")
  func slewsBetweenFrequentReads() {
    let machine = Machine()
    let clock = machine.clock()
    let before = clock.now
    machine.set(by: -10)
    for _ in 0..<6400 {
      machine.times.withLock { $0 = ($0.system + 10, $0.running + 10) }
      _ = clock.now
    }
    #expect(clock.now == before + .microseconds(63_000))
  }

  @Test("A pause between reads of the two clocks is not reported as a step") func ignoresPauseBetweenReads() {
    let machine = Machine()
    let clock = machine.clock()
    for pause: Int64 in [20, 5_000, 90_000] {
      machine.pass(1)
      machine.times.withLock { $0.running += pause }
      #expect(clock.now == machine.system)
      machine.times.withLock { $0 = ($0.system + 2 * pause, $0.running + pause) }
      #expect(clock.now == machine.system)
    }
    #expect(machine.steps.isEmpty)
  }

  @Test("The steady clock does not follow a step of 30 days forward") func ignoresStepOfThirtyDays() {
    let machine = Machine()
    let clock = machine.clock()
    let before = clock.now
    machine.set(by: 30 * 24 * 3600)
    machine.pass(60)
    #expect(clock.now == before + .seconds(60))
    machine.pass(60)
    machine.set(by: -30 * 24 * 3600)
    #expect(clock.now == machine.system && clock.now == before + .seconds(120))
    #expect(machine.steps.count == 2)
  }

  @Test("The steady clock starts at the stored time unless that is days ahead") func startsAtStoredTime() {
    let machine = Machine()
    let stored = machine.system + .seconds(7200)
    #expect(machine.clock(after: stored).now == stored)
    #expect(machine.steps == [.earlierThanStored(by: .seconds(7200), isFollowed: true)])
    // A stored time that is days ahead is ignored.
    #expect(machine.clock(after: machine.system + .seconds(30 * 24 * 3600)).now == machine.system)
    #expect(machine.steps.last == .earlierThanStored(by: .seconds(30 * 24 * 3600), isFollowed: false))
    #expect(machine.clock(after: machine.system + .seconds(-60)).now == machine.system)
    #expect(machine.steps.count == 2)
  }

  @Test("A submission can be signed after the clock is set back", arguments: [-7200, -30 * 24 * 3600] as [Int64])
  func signsAfterClockIsSetBack(_ seconds: Int64) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    bank.clock.advance(by: .seconds(seconds))
    let signed = try bank.answer(bank.right(bank.asked(payment)), to: payment).wait().done
    #expect(signed?.status == .executed && signed?.changed == payment.submission.created)
    let history = try bank.services.submissions.history(payment.id, person: bank.caller.person)
    #expect(history.map(\.at) == history.map(\.at).sorted())
  }

  @Test("Setting the clock back does not extend a wait beyond its maximum") func boundsWaitsAfterBackwardStep() throws {
    let bank = try TestBank()
    for _ in 0..<5 { _ = try? bank.services.auth.login("demo", password: "wrong").wait() }
    #expect(throws: Throttled(wait: .seconds(1))) { try bank.services.auth.login("demo", password: "wrong").wait() }
    let payment = try bank.waitingPayment("1.00", sign: .code)
    bank.clock.advance(by: .seconds(-30 * 24 * 3600))
    // Earlier failures still count, so the next failure causes a delay.
    #expect(throws: AuthError.refused) { try bank.services.auth.login("demo", password: "wrong").wait() }
    #expect(throws: Throttled(wait: .seconds(2))) { try bank.services.auth.login("demo", password: "wrong").wait() }
    #expect(try bank.services.signing.resend(payment.id, by: bank.caller).wait().inputs.count == 1)
    #expect(throws: SigningError.tooManyCodes(wait: .seconds(60))) {
      try bank.services.signing.resend(payment.id, by: bank.caller).wait()
    }
  }

  @Test("A session that was created in the future is rejected") func rejectsFutureSession() throws {
    let bank = try TestBank()
    bank.clock.advance(by: .seconds(6 * 3600))
    let token = try bank.services.auth.login(bank.demo.login, password: bank.demo.password).wait().token
    #expect(try bank.services.auth.authenticate(token) != nil)
    bank.clock.advance(by: .seconds(-6 * 3600))
    #expect(try bank.services.auth.authenticate(token) == nil)
    #expect(try bank.services.auth.authenticate(bank.token) != nil)
    #expect(try bank.services.auth.openSessions(of: bank.caller).map(\.session.id) == [bank.caller.session])
  }

  @Test(
    "A challenge from an hour in the future is replaced and not counted in the hourly limit",
    arguments: [.matrix, .code] as [Challenge.Method])
  func replacesFutureChallenge(_ method: Challenge.Method) throws {
    let bank = try TestBank { $0.signing.codesPerHour = 1 }
    bank.clock.advance(by: .seconds(3600))
    let payment = try bank.waitingPayment("1.00", sign: method)
    let codes = try bank.right(payment.challenge)
    bank.clock.advance(by: .seconds(-3600))
    let outcome = try bank.answer(codes, to: payment).wait()
    guard case .stale(let next) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try bank.answer(bank.right(next), to: payment).wait().done?.status == .executed)
  }

  @Test(
    "A challenge of a server whose clock is one second ahead is accepted",
    arguments: [.matrix, .code] as [Challenge.Method])
  func acceptsChallengeOfServerAhead(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let codes = try bank.right(payment.challenge)
    bank.clock.advance(by: .seconds(-1))
    #expect(try bank.services.signing.challenge(payment.id, by: bank.caller).wait() == payment.challenge)
    #expect(try bank.answer(codes, to: payment).wait().done?.status == .executed)
  }

  @Test("A wait caused by a server whose clock is one second ahead is applied") func appliesWaitOfServerAhead() throws {
    let bank = try TestBank {
      $0.throttle.pair.longest = .seconds(2)
      $0.signing.codesPerHour = 2
    }
    for _ in 0..<5 { _ = try? bank.services.auth.login("demo", password: "wrong").wait() }
    bank.clock.advance(by: .seconds(1))
    #expect(throws: AuthError.refused) { try bank.services.auth.login("demo", password: "wrong").wait() }
    let payment = try bank.waitingPayment("1.00", sign: .code)
    bank.clock.advance(by: .seconds(-1))
    #expect(throws: Throttled(wait: .seconds(2))) { try bank.services.auth.login("demo", password: "wrong").wait() }
    #expect(throws: SigningError.tooManyCodes(wait: .seconds(60))) {
      try bank.services.signing.resend(payment.id, by: bank.caller).wait()
    }
    bank.clock.advance(by: .seconds(1))
    try bank.waitingPayment("1.00", sign: .code)
    bank.clock.advance(by: .seconds(-1))
    #expect(throws: SigningError.tooManyCodes(wait: .seconds(3600))) {
      try bank.submit(bank.order("1.00"), sign: .code).wait()
    }
  }

  @Test("The bank's default clock starts no earlier than the latest stored time")
  func bankStartsAfterStoredTime() throws {
    let bank = try TestBank()
    bank.clock.advance(by: Instant.systemNow - bank.clock.now + .seconds(7200))
    _ = try bank.loginAgain()
    let reported = Mutex<[SteadyClock.Step]>([])
    let services = try BankServices(
      store: bank.database, keys: bank.services.keys, configuration: bank.services.configuration,
      stepped: { step in reported.withLock { $0.append(step) } })
    #expect(services.clock() >= bank.clock.now)
    #expect(reported.withLock { $0 }.count == 1)
  }
}
