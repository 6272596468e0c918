import Dispatch
import FoundationEssentials
import Logging
import Platform
import Services
import Synchronization

/// Registers this server and its secret keys in the database every two seconds.
///
/// A suspended or disconnected server may miss the activation of a key. Because it could not read
/// newly sealed values, it then stops itself, as on SIGTERM.
final class KeyMonitor: Sendable {
  private static let pause: DispatchTimeInterval = .seconds(2)

  private let holding: KeyHolding
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.keys")
  private let isStopped = Mutex(false)
  private let lacks = Atomic(false)

  /// Registers the keys of this server before it serves, then periodically until `stop`.
  ///
  /// Throws an `OperatorError` if this server lacks a key.
  init(_ services: BankServices, keyFile: String, _ log: Logger) throws {
    holding = services.keyHolding(named: ProcessName.current, of: keyFile)
    self.log = log
    do { try holding.publish().wait() } catch let failure as KeyCustody.Failure { throw OperatorError("\(failure)") }
    wait()
  }

  /// True once this server lacks a key that the database uses. It then stops without draining.
  var lacksKey: Bool { lacks.load(ordering: .relaxed) }

  /// Stops registering, and removes the registration.
  func stop() {
    isStopped.withLock { $0 = true }
    // If this write fails, the registration expires.
    holding.end().start { _ in }
  }

  private func wait() {
    queue.asyncAfter(deadline: .now() + Self.pause) {
      if self.isStopped.withLock({ $0 }) { return }
      self.holding.publish().start { result in
        switch result {
        case .failure(let failure as KeyCustody.Failure):
          self.log.critical("stopping this server: \(failure)")
          self.lacks.store(true, ordering: .relaxed)
          kill(getpid(), SIGTERM)
          return
        case .failure(let error) where !self.isStopped.withLock({ $0 }):
          self.log.report("cannot register the keys of this server", error)
        default: break
        }
        self.wait()
      }
    }
  }

}
