package import Logging
package import Dates
import Model
package import BankSystems
import Operations
import Synchronization

/// The log of failures of the bank's systems.
///
/// A repeated failure is logged at most once in ten seconds, with the number of failures that were
/// omitted.
package final class SystemLog: Sendable {
  private struct LastReport {
    var at: Instant
    var unreported = 0
  }

  private static let pause: Duration = .seconds(10)

  private let log: Logger
  private let clock: @Sendable () -> Instant
  private let reported = Mutex<[String: LastReport]>([:])

  package init(_ log: Logger, clock: @escaping @Sendable () -> Instant) { (self.log, self.clock) = (log, clock) }

  /// Logs a failure: the system, the query, the reason, its remedy and the number of other requests
  /// that waited, but no values.
  package func report(_ trouble: BankSystemFailure) {
    let now = clock()
    // The names come from service files, so there are few keys.
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
    if let remedy = trouble.remedy { metadata["remedy"] = "\(remedy)" }
    if trouble.others > 0 { metadata["others"] = "\(trouble.others)" }
    if unreported > 0 { metadata["since"] = "\(unreported)" }
    log.warning("no answer from a system of the bank", metadata: metadata)
  }
}
