import CPlatform
import Dispatch
import FoundationEssentials
import Platform
import Synchronization

/// A child process that tests start and wait for.
///
/// Foundation's `Process` crashes this process if it has more than about 1,350 open descriptors,
/// because it reads beyond the end of the directory entries. Tests with many connections exceed
/// this number.
package final class StartedProcess: Sendable {
  package struct Failure: Error {
    package let call: String
    package let errno: Int32
  }

  /// The process id.
  package let id: Int32
  private let status = Mutex<Int32?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts a program with these three descriptors and no other. A nil descriptor is the null
  /// device.
  ///
  /// Without `folder` or `environment`, the program uses the values from this process.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, in folder: String? = nil,
    input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in [input, output, errors].enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      }
    }
    _ = valence_spawn_close_from(&actions, 3)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // Not every system can change the folder in `posix_spawn`, so a shell does it.
    let words = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0, path] } ?? [path]
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
    var id = pid_t()
    let result = ChildProgram.withTexts(words + arguments) { texts in
      ChildProgram.withTexts(variables) { posix_spawn(&id, words[0], &actions, &attributes, texts, $0) }
    }
    guard result == 0 else { throw Failure(call: "posix_spawn", errno: result) }
    self.id = id
    Thread.start { self.reap() }
  }

  package var isRunning: Bool { status.withLock { $0 == nil } }

  /// Sends a signal unless the process has ended.
  package func signal(_ number: Int32) {
    status.withLock { if $0 == nil { kill(id, number) } }
  }

  /// Returns the exit status, or the negative signal number; nil if the process still runs after
  /// `seconds`.
  package func outcome(within seconds: Int) -> Int32? {
    guard ended.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
    ended.signal()
    return status.withLock { $0 }
  }

  private func reap() {
    // The child stays a zombie until the lock is held, so that no signal reaches a new process with
    // the same id.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    self.status.withLock { ending in
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      ending = signal == 0 ? status >> 8 & 0xFF : -signal
    }
    ended.signal()
  }

  /// Runs a program to its end. Returns its exit status, or the negative signal number, and its
  /// standard output.
  ///
  /// The output includes standard error if `withErrors` is true.
  package static func run(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, in folder: String? = nil,
    withErrors: Bool = false
  ) throws -> (status: Int32, output: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(call: "pipe", errno: errno) }
    defer { close(ends[0]) }
    let process: StartedProcess
    do {
      // If another child inherited the write end, the read would not end with this child.
      defer { close(ends[1]) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      process = try StartedProcess(
        path, arguments, environment: environment, in: folder, output: ends[1], errors: withErrors ? ends[1] : nil)
    }
    var (output, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 { output += buffer[..<count] }
    process.ended.wait()
    process.ended.signal()
    return (process.status.withLock { $0 } ?? 0, String(decoding: output, as: UTF8.self))
  }

  /// Writes an executable shell script.
  ///
  /// A shell writes the file. If this process wrote it, a child of another test could inherit the
  /// descriptor for a moment, and the execution would fail with `ETXTBSY`.
  package static func write(script body: String, to path: String) throws {
    let writing = "printf %s \"$2\" >\"$1\" && chmod 700 \"$1\""
    let done = try run("/bin/sh", ["-c", writing, "sh", path, "#!/bin/sh\n\(body)\n"])
    guard done.status == 0 else { throw Failure(call: "sh", errno: done.status) }
  }
}
