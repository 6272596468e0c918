import Logging
import Dates
import Model
import BankSystems
import Operations
import Synchronization

/// The log of deliveries: failed attempts, contradictory outcomes and alarms. It never contains
/// values.
///
/// A repeated failure is logged at most once in ten seconds, an alarm at most once in ten minutes.
final class DeliveryLog: Sendable {
  private let log: Logger
  private let clock: @Sendable () -> Instant
  private let reported = Mutex<[String: Instant]>([:])

  init(_ log: Logger, clock: @escaping @Sendable () -> Instant) { (self.log, self.clock) = (log, clock) }

  /// Logs a notice, unless the same notice was logged recently.
  func report(_ notice: DeliveryWorker.Notice) {
    switch notice {
    case .failed(let id, let system, let effect, let reason, let remedy):
      guard isNew("failed \(system) \(effect) \(reason)", pause: .seconds(10)) else { return }
      var metadata: Logger.Metadata = [
        "submission": "\(id)", "system": "\(system)", "effect": "\(effect)", "reason": "\(reason)",
      ]
      if let remedy { metadata["remedy"] = "\(remedy)" }
      log.warning("no declared answer to a delivery", metadata: metadata)
    case .alarm(let system, let effect, let waiting, let unknown, let oldest):
      guard isNew("alarm \(system) \(effect)", pause: .seconds(600)) else { return }
      log.error(
        "overdue deliveries: see `valence deliveries list`",
        metadata: [
          "system": "\(system)", "effect": "\(effect)", "waiting": "\(waiting)", "unknown": "\(unknown)",
          "oldestSeconds": "\(oldest.components.seconds)",
        ])
    case .failing(let system, let effect, let count):
      guard isNew("failing \(system) \(effect)", pause: .seconds(600)) else { return }
      log.error(
        "failing deliveries while others succeed: see `valence deliveries list`",
        metadata: ["system": "\(system)", "effect": "\(effect)", "failing": "\(count)"])
    case .contradicted(let id, let system, let effect):
      log.error(
        "system reported an outcome that contradicts the stored one",
        metadata: ["submission": "\(id)", "system": "\(system)", "effect": "\(effect)"])
    case .unstored(let id, let reason):
      guard isNew("unstored \(reason)", pause: .seconds(10)) else { return }
      log.error("cannot store the outcome of a delivery", metadata: ["submission": "\(id)", "error": "\(reason)"])
    }
  }

  private func isNew(_ what: String, pause: Duration) -> Bool {
    let now = clock()
    return reported.withLock { reported in
      if let before = reported[what], now < before + pause { return false }
      reported[what] = now
      // Names come from service files and there are few reasons, so this limit is rarely reached.
      if reported.count > 1_000 { reported = [what: now] }
      return true
    }
  }
}
