import Dispatch
import FoundationEssentials
import Logging
import Platform
import Synchronization

/// Reports the state of the server to the service manager, and feeds its watchdog while every HTTP
/// loop runs.
///
/// A stalled database or disk does not stop the loops, so it does not restart the server. Without a
/// service manager this does nothing.
final class SupervisorLink: Sendable {
  private struct State {
    /// True while the loops have not yet answered the last probe.
    var isProbing = false
    /// True once the server stops. The loops end, so the watchdog is fed without a probe.
    var isStopping = false
  }

  private let manager: ServiceManager?
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.watchdog")
  private let state = Mutex(State())

  /// Reads the environment, and removes the variables of the service manager from it.
  init(_ log: Logger) {
    manager = ServiceManager(ProcessInfo.processInfo.environment)
    self.log = log
    ServiceManager.forgetSocket()
  }

  /// Reports that the server listens on `address`. From now on feeds the watchdog.
  func ready(at address: String, _ daemon: Daemon) {
    guard let manager else { return }
    if !manager.send("READY=1", "STATUS=listening on \(address)") {
      log.warning("service manager not reached, check NOTIFY_SOCKET")
    }
    // The service manager expects a message within `watchdog`. Three probes fit into this time.
    if let watchdog = manager.watchdog { probe(daemon, every: watchdog / 3) }
  }

  /// Calls `work`, and reports its beginning and end as a reload.
  func reloading(_ work: () -> Void) {
    manager?.send("RELOADING=1", "MONOTONIC_USEC=\(ServiceManager.monotonicMicroseconds)")
    work()
    manager?.send("READY=1")
  }

  /// Reports that the server stops.
  func stopping() {
    // A probe on the queue must not run while the loops stop.
    queue.sync { state.withLock { $0.isStopping = true } }
    manager?.send("STOPPING=1", "STATUS=stopping")
  }

  private func probe(_ daemon: Daemon, every interval: Duration) {
    let isStopping = state.withLock(\.isStopping)
    if isStopping { manager?.send("WATCHDOG=1") } else { askLoops(of: daemon) }
    queue.asyncAfter(deadline: .now() + .microseconds(Int(interval / .microseconds(1)))) {
      self.probe(daemon, every: interval)
    }
  }

  private func askLoops(of daemon: Daemon) {
    let isBusy = state.withLock { state in
      defer { state.isProbing = true }
      return state.isProbing
    }
    if isBusy { return }
    daemon.whenLoopsRun {
      self.queue.async {
        self.state.withLock { $0.isProbing = false }
        self.manager?.send("WATCHDOG=1")
      }
    }
  }
}
