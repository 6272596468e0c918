import Dispatch
import FoundationEssentials
import Logging
import Platform
import Services
import Synchronization

/// Tells the other servers of the database, every two seconds, that this one is up and which secret keys it has.
///
/// A server that lacks a key which was activated while it was frozen or cut off could not open what others seal: it ends itself, as on
/// SIGTERM.
final class KeyMonitor: Sendable {
  private static let pause: DispatchTimeInterval = .seconds(2)

  private let holding: KeyHolding
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.keys")
  private let isStopped = Mutex(false)
  private let lacks = Atomic(false)

  /// Reports the keys of this server before it serves, then periodically until `stop`.
  ///
  /// Throws an `OperatorError` if this server lacks a key.
  init(_ services: BankServices, keyFile: String, _ log: Logger) throws {
    holding = services.keyHolding(named: Self.name, of: keyFile)
    self.log = log
    do { try holding.publish().wait() } catch let failure as KeyCustody.Failure { throw OperatorError("\(failure)") }
    wait()
  }

  /// True once this server lacks a key that the others use: it serves nothing more.
  var lacksKey: Bool { lacks.load(ordering: .relaxed) }

  /// Begins nothing more, and tells that the server ends.
  func stop() {
    isStopped.withLock { $0 = true }
    // One that cannot be told is not up all the same, in ten seconds.
    holding.end().start { _ in }
  }

  private func wait() {
    queue.asyncAfter(deadline: .now() + Self.pause) {
      if self.isStopped.withLock({ $0 }) { return }
      self.holding.publish().start { result in
        switch result {
        case .failure(let failure as KeyCustody.Failure):
          self.log.critical("this server ends itself: \(failure)")
          self.lacks.store(true, ordering: .relaxed)
          kill(getpid(), SIGTERM)
          return
        case .failure(let error) where !self.isStopped.withLock({ $0 }):
          self.log.report("cannot tell the other servers which keys this one has", error)
        default: break
        }
        self.wait()
      }
    }
  }

  /// The machine and the number of this process.
  private static var name: String { "\(ProcessInfo.processInfo.hostName):\(getpid())" }
}
