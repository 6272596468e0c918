import CPlatform
import Dispatch
import FoundationEssentials
import Synchronization

/// A program that runs in its own process group with a time limit.
///
/// - It receives bytes on its standard input. Its output is discarded.
/// - When it ends or exceeds the limit, the processes of its group are killed.
///
/// Foundation's `Process` waits for each descendant that holds its descriptors, kills only the
/// first process, and passes on the signals that this process blocks.
package struct ChildProgram: Sendable {
  /// The end of a program.
  package enum Ending: Sendable, Equatable {
    /// The program exited with this status.
    case exited(Int32)
    /// This signal ended the program.
    case signal(Int32)
    /// The program exceeded the limit and was killed with its group.
    case late
  }

  /// The reason why a program could not be run.
  package struct Failure: Error, Equatable {
    /// The name of the failed system call.
    let call: String
    let errno: Int32
  }

  private let path: String

  package init(path: String) { self.path = path }

  /// Runs the program without arguments. Returns its ending at most one second after `limit`.
  ///
  /// When the program ends, its descendants are killed, except those that have left the process
  /// group (`setsid`).
  ///
  /// - Throws: `Failure` if:
  ///   - the program cannot be started
  ///   - `input` exceeds the capacity of a pipe, which is at least 4 KiB
  package func run(input: [UInt8], limit: Duration) throws(Failure) -> Ending {
    let child = Child(try start(input))
    guard let ending = child.ending(within: limit) else {
      child.kill()
      // A process that the kernel cannot end now, as on a failed network file system, is reaped
      // later.
      _ = child.ending(within: .seconds(1))
      return .late
    }
    return ending
  }

  /// Starts the program with the input in its pipe. Closes both ends of the pipe in this process.
  private func start(_ input: [UInt8]) throws(Failure) -> pid_t {
    var ends: [Int32] = [-1, -1]
    try Self.check("pipe", pipe(&ends) == 0 ? 0 : errno)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    defer { close(writing) }
    // This process must not block without a reader, and no other program may inherit the pipe.
    try Self.check("fcntl", fcntl(writing, F_SETFL, O_NONBLOCK) == 0 ? 0 : errno)
    for end in ends { try Self.check("fcntl", fcntl(end, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno) }
    let written = input.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
    guard written == input.count else { throw Failure(call: "write", errno: written < 0 ? errno : EAGAIN) }
    return try spawn(input: reading)
  }

  private func spawn(input: Int32) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #endif
    try Self.check("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Self.check("posix_spawn_file_actions_adddup2", posix_spawn_file_actions_adddup2(&actions, input, 0))
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      let added = posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
      try Self.check("posix_spawn_file_actions_addopen", added)
    }
    // The program must not inherit descriptors of databases, connections and keys.
    try Self.check("posix_spawn_file_actions_addclosefrom_np", valence_spawn_close_from(&actions, 3))

    try Self.check("posix_spawnattr_init", posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    try Self.check("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &signals))
    sigfillset(&signals)
    try Self.check("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &signals))
    try Self.check("posix_spawnattr_setpgroup", posix_spawnattr_setpgroup(&attributes, 0))
    try Self.check("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, Int16(flags)))

    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var process = pid_t()
    let result = Self.withTexts([path]) { arguments in
      Self.withTexts(environment) { posix_spawn(&process, path, &actions, &attributes, arguments, $0) }
    }
    try Self.check("posix_spawn", result)
    return process
  }

  private static func check(_ call: String, _ result: Int32) throws(Failure) {
    if result != 0 { throw Failure(call: call, errno: result) }
  }

  /// Calls `body` with the texts as a C array that ends with a null pointer.
  package static func withTexts(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { pointers in pointers.baseAddress.map(body) ?? EINVAL }
  }
}

/// The leader of a process group, with a thread that reaps it.
private final class Child: Sendable {
  private enum State {
    case running, ended(ChildProgram.Ending)
  }

  private let id: pid_t
  private let state = Mutex(State.running)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts to wait for a process that was just started.
  init(_ id: pid_t) {
    self.id = id
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
}
