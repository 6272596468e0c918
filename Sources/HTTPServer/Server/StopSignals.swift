import Dispatch
import Synchronization

// With static libraries, the compiler finds `sigset_t` only through this import.
import CMicroHTTPD
import Platform

/// Waits for SIGTERM, SIGINT, SIGHUP and SIGUSR1. They are blocked, so they interrupt no system
/// call.
package struct StopSignals: Sendable {
  /// Blocks the signals for this thread and for all threads that it starts later. Must be called
  /// before any other thread starts.
  package init() {
    var signals = Self.set
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A disconnect during a write must not end the process. The write fails instead.
    signal(SIGPIPE, SIG_IGN)
    // A file that reaches its size limit must not end the process. The write fails instead.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Calls `reload` on this thread for each SIGHUP, and `reopenLog` for each SIGUSR1. Returns the
  /// name of the first other signal, `SIGINT` or `SIGTERM`.
  package func wait(reload: () -> Void = {}, reopenLog: () -> Void = {}) -> String {
    var signals = Self.set
    var received: Int32 = 0
    while true {
      guard sigwait(&signals, &received) == 0 else { continue }
      switch received {
      case SIGHUP: reload()
      case SIGUSR1: reopenLog()
      case SIGINT: return "SIGINT"
      default: return "SIGTERM"
      }
    }
  }

  /// Waits for at most `limit` like `wait(reload:reopenLog:)`. Returns the name of the SIGTERM or
  /// SIGINT that ended the wait; nil after the timeout.
  ///
  /// Call it at most once, shortly before the program exits: the timer sends SIGTERM to this
  /// process even if the wait has already ended.
  package func wait(
    upTo limit: Duration, reload: () -> Void = {}, reopenLog: () -> Void = {}
  ) -> String? {
    let timeout = TimeoutFlag()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)))) {
      // Some systems cannot wait for a signal with a timeout, so the timer sends one.
      timeout.isSet.store(true, ordering: .sequentiallyConsistent)
      kill(getpid(), SIGTERM)
    }
    let name = wait(reload: reload, reopenLog: reopenLog)
    return timeout.isSet.load(ordering: .sequentiallyConsistent) ? nil : name
  }

  private final class TimeoutFlag: Sendable { let isSet = Atomic(false) }

  private static var set: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGHUP)
    sigaddset(&signals, SIGUSR1)
    return signals
  }
}
