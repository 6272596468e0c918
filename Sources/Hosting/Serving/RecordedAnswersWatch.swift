import Dispatch
import Logging
import BankSystems
import Operations
import Synchronization

/// Warns at the start and every ten minutes while recorded answers replace the bank's systems.
final class RecordedAnswersWatch: Sendable {
  private let systems: BankSystemRegistry
  private let log: Logger
  private let pause: DispatchTimeInterval
  private let queue = DispatchQueue(label: "valence.recorded")
  private let isStopped = Mutex(false)

  /// Logs the first warning and repeats it until `stop`.
  init(_ systems: BankSystemRegistry, _ log: Logger, pause: DispatchTimeInterval = .seconds(600)) {
    (self.systems, self.log, self.pause) = (systems, log, pause)
    warn()
  }

  func stop() { isStopped.withLock { $0 = true } }

  private func warn() {
    if isStopped.withLock({ $0 }) { return }
    let names = systems.figures.filter(\.isRecorded).map(\.name)
    if !names.isEmpty {
      log.warning(
        "recorded answers replace systems of the bank: for trials only",
        metadata: ["systems": "\(names.joined(separator: ", "))"])
    }
    queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.warn() }
  }
}
