import Dispatch
import Synchronization

// `sigset_t`: the compiler finds it in libmicrohttpd's header alone.
import CMicroHTTPD
import Platform

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

  /// Waits for so long, or until SIGTERM or SIGINT comes again, and calls `reload` for each SIGHUP meanwhile. Returns the name of
  /// the signal that ended the wait; nil if time did. A program waits in this way once, before it ends.
  package func wait(upTo limit: Duration, reload: () -> Void = {}) -> String? {
    let over = TimeIsOver()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)))) {
      // Not every system can wait for a signal for a while: the time that is over comes as one.
      over.isSet.store(true, ordering: .sequentiallyConsistent)
      kill(getpid(), SIGTERM)
    }
    let name = wait(reload: reload)
    return over.isSet.load(ordering: .sequentiallyConsistent) ? nil : name
  }

  private final class TimeIsOver: Sendable { let isSet = Atomic(false) }

  private static var set: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGHUP)
    return signals
  }
}
