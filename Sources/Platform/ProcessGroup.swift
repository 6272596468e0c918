import CPlatform
import Dispatch
import FoundationEssentials
import Synchronization

/// The leader of a process group, with a thread that reaps it.
final class ProcessGroup: Sendable {
  private enum State {
    case running, ended(ChildProgram.Ending)
  }

  private let id: pid_t
  private let state = Mutex(State.running)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts a program in a new process group. `words` are its path and its arguments.
  init(
    _ words: [String], input: Int32, output: Int32? = nil, errors: Int32? = nil
  ) throws(ChildProgram.Failure) {
    id = try Self.spawn(words, input: input, output: output, errors: errors)
    DispatchQueue(label: "valence.child").async { self.reap() }
  }

  /// Returns the ending; nil if the process is still running after `limit`.
  func ending(within limit: Duration) -> ChildProgram.Ending? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    guard ended.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
    ended.signal()
    return state.withLock { state in
      if case .ended(let ending) = state { ending } else { nil }
    }
  }

  /// Kills the process group.
  func kill() {
    state.withLock { state in
      // After the process is reaped, another group may have its ID.
      if case .running = state { killpg(id, SIGKILL) }
    }
  }

  private func reap() {
    // The process stays a zombie until its group is killed, so that its ID is not reused.
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

  /// Starts a program. A standard stream without a descriptor is `/dev/null`.
  private static func spawn(
    _ words: [String], input: Int32, output: Int32?, errors: Int32?
  ) throws(ChildProgram.Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #endif
    try ChildProgram.check("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try ChildProgram.check("posix_spawn_file_actions_adddup2", posix_spawn_file_actions_adddup2(&actions, input, 0))
    for (stream, descriptor) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      if let descriptor {
        let added = posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
        try ChildProgram.check("posix_spawn_file_actions_adddup2", added)
      } else {
        let added = posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        try ChildProgram.check("posix_spawn_file_actions_addopen", added)
      }
    }
    // The program must not inherit descriptors of databases, connections and keys.
    try ChildProgram.check("posix_spawn_file_actions_addclosefrom_np", valence_spawn_close_from(&actions, 3))

    try ChildProgram.check("posix_spawnattr_init", posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    try ChildProgram.check("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &signals))
    sigfillset(&signals)
    try ChildProgram.check("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &signals))
    try ChildProgram.check("posix_spawnattr_setpgroup", posix_spawnattr_setpgroup(&attributes, 0))
    try ChildProgram.check("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, Int16(flags)))

    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var process = pid_t()
    let result = ChildProgram.withTexts(words) { arguments in
      ChildProgram.withTexts(environment) { posix_spawn(&process, words[0], &actions, &attributes, arguments, $0) }
    }
    try ChildProgram.check("posix_spawn", result)
    return process
  }
}
