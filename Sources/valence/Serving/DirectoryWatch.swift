import Dispatch
import Logging
import Services
import Synchronization

/// Takes over, within a second, a BIC directory that another process has imported into the database.
final class DirectoryWatch: Sendable {
  private let banks: Banks
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.directory")
  private let isStopped = Mutex(false)

  /// Watches until it is stopped.
  init(_ banks: Banks, _ log: Logger) {
    self.banks = banks
    self.log = log
    look()
  }

  /// Looks no more.
  func stop() { isStopped.withLock { $0 = true } }

  private func look() {
    queue.asyncAfter(deadline: .now() + .seconds(1)) {
      guard !self.isStopped.withLock({ $0 }) else { return }
      do {
        if try self.banks.refresh() { self.log.info("took over a new BIC directory") }
      } catch {
        self.log.error("cannot read the BIC directory", metadata: ["error": "\(error)"])
      }
      self.look()
    }
  }
}
