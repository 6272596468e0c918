import Hosting
import Dispatch
import Dates
import Model
import BankSystems
import Operations
import Services
import Synchronization

/// The queries to a system before an operator rejects a delivery. The system must have rejected the
/// delivery or not know it.
///
/// After an attempt, its request may still arrive late. An answer that the delivery is unknown then
/// counts only after `missingAfter` of the service file, and only if it is repeated.
struct DeliveryRejection {
  /// The longest pause between the two queries.
  private static let longestPause: Duration = .seconds(10)

  private let systems: BankSystemRegistry
  private let services: BankServices
  private let day: BankDay
  private let pass: (Duration) -> Void

  /// Creates the queries. `pass` returns after the given time.
  init(
    _ systems: BankSystemRegistry, _ services: BankServices, _ day: BankDay,
    pass: @escaping (Duration) -> Void = { time in
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(Int(time.components.seconds)))
    }
  ) {
    (self.systems, self.services, self.day, self.pass) = (systems, services, day, pass)
  }

  /// Postpones the delivery and returns it once the system has answered that it rejected the
  /// submission or does not know it.
  func asked(_ delivery: Delivery) throws -> Delivery {
    guard let effect = systems.effect(delivery.effect, of: delivery.service) else {
      throw OperatorError(
        "\(delivery.service) does not declare `\(delivery.effect)`; use --force REASON to reject it anyway")
    }
    let held = try services.deliveries.putOff(
      delivery.submission, attemptLimit: effect.lease, asking: effect.asking
    ).wait()
    do {
      if let last = held.lastAttempt { wait("an attempt may be in progress", until: last) }
      try require(held.delivery, effect)
    } catch {
      try services.deliveries.letGo(held).wait()
      throw error
    }
    return held.delivery
  }

  /// Throws unless the system rejected the submission or does not know it.
  private func require(_ delivery: Delivery, _ effect: DeclaredEffect) throws {
    let began = services.clock()
    var missing = 0
    while true {
      switch answer(about: delivery, effect) {
      case .rejected: return
      case .missing(let again, let after):
        if delivery.attempts == 0 { return }
        let counts = (delivery.sent ?? began) + after
        guard services.clock() >= counts else {
          wait("unknown to the service, but an attempt may still arrive", until: counts)
          continue
        }
        missing += 1
        if missing == 2 { return }
        wait("unknown to the service, before the second query", until: services.clock() + min(again, Self.longestPause))
      case nil:
        throw OperatorError(
          "\(delivery.service) does not declare `status`; use --force REASON to reject it anyway")
      case .executed:
        throw OperatorError("\(delivery.service) has executed \(delivery.submission): it is not rejected")
      case .accepted: throw OperatorError("\(delivery.service) has accepted \(delivery.submission) and may execute it")
      case .unsent(let reason, _), .undeclared(let reason, _):
        throw OperatorError("\(delivery.service) did not report the outcome (\(reason)); try again later")
      }
    }
  }

  private func answer(about delivery: Delivery, _ effect: DeclaredEffect) -> DeliveryOutcome? {
    let given = Mutex<DeliveryOutcome?>(nil)
    let hasCome = DispatchSemaphore(value: 0)
    systems.status(of: delivery, effect, day: day) { word in
      given.withLock { $0 = word }
      hasCome.signal()
    }
    hasCome.wait()
    return given.withLock { $0 }
  }

  private func wait(_ reason: String, until end: Instant) {
    let seconds = Int(max(.zero, end - services.clock()).components.seconds) + 1
    Output.line("\(reason): waiting \(seconds) s")
    pass(.seconds(seconds))
  }
}
