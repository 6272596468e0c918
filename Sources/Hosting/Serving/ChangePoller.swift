import API
import Dispatch
import Logging
import Model
import Services
import Synchronization

/// Detects changes made by other processes within about a second: to the BIC directory, to disabled
/// operations, to people and to the definitions in the database.
final class ChangePoller: Sendable {
  private let services: BankServices
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.database")
  private let isStopped = Mutex(false)
  private let reported = Mutex<[String]>([])
  private let changed: ChangedPeople
  private let definitions: SharedDefinitions?

  /// Starts polling, which continues until `stop`. Changes to people are read from the audit
  /// records after `head`.
  init(_ parts: ApplicationParts, since head: AuditRecord.Head, _ definitions: SharedDefinitions?, _ log: Logger) {
    self.definitions = definitions
    services = parts.services
    changed = ChangedPeople(parts.services.audit, parts.systems, since: head)
    self.log = log
    poll()
  }

  func stop() { isStopped.withLock { $0 = true } }

  private func poll() {
    queue.asyncAfter(deadline: .now() + .seconds(1)) {
      guard !self.isStopped.withLock({ $0 }) else { return }
      self.services.tryStorage()
      self.definitions?.poll()
      do {
        if try self.services.banks.refresh() { self.log.info("loaded a new BIC directory") }
      } catch {
        self.log.report("cannot read the BIC directory", error)
      }
      self.pollOperations()
      do {
        try self.changed.forget()
      } catch {
        self.log.report("cannot read the changes to people", error)
      }
      self.poll()
    }
  }

  private func pollOperations() {
    do {
      let disabled = try services.availability.disabled().map(\.operation)
      let isNew = reported.withLock { reported in
        defer { reported = disabled }
        return reported != disabled
      }
      guard isNew else { return }
      log.info("disabled operations changed", metadata: ["disabled": "\(disabled.joined(separator: " "))"])
    } catch {
      log.report("cannot read the disabled operations", error)
    }
  }
}

/// Deletes data whose retention has ended, at the start and every hour. A lease ensures that one
/// server of a database does so.
final class RetentionJob: Sendable {
  private static let interval: Duration = .seconds(3600)
  /// The interval at which a server without the lease checks whether it is free.
  private static let leaseCheckInterval: Duration = .seconds(60)

  private let retention: Retention
  /// Returns the retention periods of the operations in service.
  private let spans: @Sendable () -> [String: RetentionPeriod]
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.retention")
  private let isStopped = Mutex(false)

  /// Starts a sweep at once, and repeats it until `stop`.
  init(_ retention: Retention, _ log: Logger, spans: @escaping @Sendable () -> [String: RetentionPeriod]) {
    (self.retention, self.log, self.spans) = (retention, log, spans)
    queue.async { self.sweep() }
  }

  /// Prevents further sweeps.
  func stop() { isStopped.withLock { $0 = true } }

  private func sweep() {
    if isStopped.withLock({ $0 }) { return }
    retention.sweepAlone(spans(), every: Self.interval).start { result in
      var pause = Self.interval
      switch result {
      case .success(nil): pause = Self.leaseCheckInterval
      case .success(let removed?):
        if !removed.isEmpty {
          self.log.info("deleted data whose retention has ended", metadata: ["removed": "\(removed.listed)"])
        }
      case .failure(is Leases.Lost):
        pause = Self.leaseCheckInterval
        self.log.notice("another server took over the deletion of data whose retention has ended")
      case .failure(let error):
        // Writes fail during the stop of the server.
        if self.isStopped.withLock({ $0 }) { return }
        self.log.report("cannot delete data whose retention has ended", error)
      }
      self.queue.asyncAfter(deadline: .now() + .seconds(Int(pause.components.seconds))) { self.sweep() }
    }
  }
}

extension [Erasure.Count] {
  /// The counts as text: `drafts: 2, sessions: 14`.
  package var listed: String { map { "\($0.what): \($0.count)" }.joined(separator: ", ") }
}
