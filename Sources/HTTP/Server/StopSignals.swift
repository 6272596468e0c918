#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Waits for SIGTERM, SIGINT and SIGHUP, which interrupt nothing meanwhile.
///
///     let signals = StopSignals()
///     let server = try Server(configuration: configuration, respond: respond)
///     let name = signals.wait { server.use(renewed()) }  // "SIGTERM"
///     server.stop(grace: .seconds(20))
package struct StopSignals: Sendable {
  /// Blocks the signals for this thread and for all threads that it starts later. Must be called before any thread
  /// starts.
  package init() {
    var signals = Self.set
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A client that goes away while its answer is written is no reason to stop.
    signal(SIGPIPE, SIG_IGN)
    // Neither is a file at the limit of its size: the write fails, and its caller reports that.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Calls `reload` on this thread for each SIGHUP. Returns the name of the first other signal, `SIGINT` or `SIGTERM`.
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
