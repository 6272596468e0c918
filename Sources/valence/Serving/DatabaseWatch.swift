import Dispatch
import Logging
import Services
import Synchronization

/// Takes over, within a second, what another process has changed in the database: the BIC directory, and which
/// operations are disabled.
final class DatabaseWatch: Sendable {
  private let services: BankServices
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.database")
  private let isStopped = Mutex(false)
  private let told = Mutex<[String]>([])

  /// Watches until it is stopped.
  init(_ services: BankServices, _ log: Logger) {
    self.services = services
    self.log = log
    look()
  }

  /// Looks no more.
  func stop() { isStopped.withLock { $0 = true } }

  private func look() {
    queue.asyncAfter(deadline: .now() + .seconds(1)) {
      guard !self.isStopped.withLock({ $0 }) else { return }
      self.services.tryStorage()
      do {
        if try self.services.banks.refresh() { self.log.info("took over a new BIC directory") }
      } catch {
        self.log.error("cannot read the BIC directory", metadata: ["error": "\(error)"])
      }
      self.lookAtOperations()
      self.look()
    }
  }

  private func lookAtOperations() {
    do {
      let disabled = try services.availability.disabled().map(\.operation)
      let isNew = told.withLock { told in
        defer { told = disabled }
        return told != disabled
      }
      guard isNew else { return }
      log.info("other operations are disabled now", metadata: ["disabled": "\(disabled.joined(separator: " "))"])
    } catch {
      log.error("cannot read which operations are disabled", metadata: ["error": "\(error)"])
    }
  }
}
