package import Logging
package import Dates
import Model
package import BankSystems
import Operations
import Synchronization

/// The log of systems of the bank that give no answer.
///
/// A failure that repeats is logged at most once in ten seconds, with the count of those that were not: a system that is
/// down must not fill the log.
///
///     let systems = SystemLog(log, clock: services.clock)
///     systems.report(BankSystemFailure(system: "crm", query: "company", reason: "timeout"))
package final class SystemLog: Sendable {
  private struct LastReport {
    var at: Instant
    var unreported = 0
  }

  private static let pause: Duration = .seconds(10)

  private let log: Logger
  private let clock: @Sendable () -> Instant
  private let reported = Mutex<[String: LastReport]>([:])

  /// Creates a log that writes to `log`.
  package init(_ log: Logger, clock: @escaping @Sendable () -> Instant) { (self.log, self.clock) = (log, clock) }

  /// Logs that a system gave no answer: its name, the query and the kind of the failure, and no value.
  package func report(_ trouble: BankSystemFailure) {
    let now = clock()
    // The names are those of service files, so there are few.
    let unreported = reported.withLock { reported -> Int? in
      let name = "\(trouble.system) \(trouble.query) \(trouble.reason)"
      if var known = reported[name], now < known.at + Self.pause {
        known.unreported += 1
        reported[name] = known
        return nil
      }
      defer { reported[name] = LastReport(at: now) }
      return reported[name]?.unreported ?? 0
    }
    guard let unreported else { return }
    var metadata: Logger.Metadata = [
      "system": "\(trouble.system)", "query": "\(trouble.query)", "reason": "\(trouble.reason)",
    ]
    if unreported > 0 { metadata["since"] = "\(unreported)" }
    log.warning("a system of the bank gave no answer", metadata: metadata)
  }
}
