import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that leads its group and is waited for on a thread of its own, which reaps it.
final class Child: Sendable {
  private enum State {
    case running, ended(ChildProgram.Ending)
  }

  private let id: pid_t
  private let state = Mutex(State.running)
  private let ended = DispatchSemaphore(value: 0)

  /// Begins to wait for a process that was just started.
  init(_ id: pid_t) {
    self.id = id
    DispatchQueue(label: "valence.child").async { self.reap() }
  }

  /// How it ended; nil where it runs on after that time.
  func ending(within limit: Duration) -> ChildProgram.Ending? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    guard ended.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
    ended.signal()
    return state.withLock { state in
      if case .ended(let ending) = state { ending } else { nil }
    }
  }

  /// Kills its whole group.
  func kill() {
    state.withLock { state in
      // Once it is reaped its number may belong to another group.
      if case .running = state { killpg(id, SIGKILL) }
    }
  }

  private func reap() {
    // It stays a zombie until its group is killed, so that nobody else gets its number.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock { state in
      killpg(id, SIGKILL)
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      state = .ended(signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal))
    }
    ended.signal()
  }
}
