#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// SIGTERM and SIGINT as something to wait for, instead of something that interrupts.
package struct StopSignals: Sendable {
  /// Blocks both signals for this thread and all that it starts from now on: call it before anything starts a thread.
  package init() {
    var signals = Self.set
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A client that goes away while its answer is written is no reason to stop.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Returns when one of the signals arrives; answers its name.
  package func wait() -> String {
    var signals = Self.set
    var received: Int32 = 0
    while sigwait(&signals, &received) != 0 {}
    return received == SIGINT ? "SIGINT" : "SIGTERM"
  }

  private static var set: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    return signals
  }
}
