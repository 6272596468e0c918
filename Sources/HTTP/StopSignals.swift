#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// SIGTERM, SIGINT and SIGHUP as something to wait for, instead of something that interrupts.
package struct StopSignals: Sendable {
  /// Blocks the signals for this thread and all that it starts from now on: call it before anything starts a thread.
  package init() {
    var signals = Self.set
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A client that goes away while its answer is written is no reason to stop.
    signal(SIGPIPE, SIG_IGN)
    // Neither is a file that has reached the limit on the size of files: the write fails, and is told.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Calls `reload` for each SIGHUP, on this thread; returns when one of the others arrives, and answers its name.
  package func wait(reload: () -> Void = {}) -> String {
    var signals = Self.set
    var received: Int32 = 0
    while true {
      guard sigwait(&signals, &received) == 0 else { continue }
      switch received {
      case SIGHUP: reload()
      case SIGINT: return "SIGINT"
      default: return "SIGTERM"
      }
    }
  }

  private static var set: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGHUP)
    return signals
  }
}
