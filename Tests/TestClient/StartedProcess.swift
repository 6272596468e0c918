import CPlatform
import Dispatch
import FoundationEssentials
import Platform
import Synchronization

/// A process that tests start and wait for.
///
/// Foundation's `Process` reads beyond the end of a directory's entries where this process has more than some 1,350 descriptors
/// open, as tests of crowds do, and ends it.
package final class StartedProcess: Sendable {
  /// The reason why a process was not started.
  package struct Failure: Error {
    package let call: String
    package let errno: Int32
  }

  /// The number of the process.
  package let id: Int32
  private let status = Mutex<Int32?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts a program with these three descriptors and no other, nil being the null device.
  ///
  /// Without `folder` it runs in the folder of this process, without `environment` in its environment.
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
    // Not every system can change the folder while it starts a program: the shell does, and the program takes its place.
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

  /// True until it has ended.
  package var isRunning: Bool { status.withLock { $0 == nil } }

  /// Sends it a signal, if it has not ended.
  package func signal(_ number: Int32) {
    status.withLock { if $0 == nil { kill(id, number) } }
  }

  /// Returns its exit status, or the number of the signal that ended it below 0; nil if it runs after so many seconds.
  package func outcome(within seconds: Int) -> Int32? {
    guard ended.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
    ended.signal()
    return status.withLock { $0 }
  }

  private func reap() {
    // It stays a zombie until the lock is held, so that no signal reaches another process with its number.
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

  /// Runs a program to its end; returns its exit status, below 0 for a signal, and what it printed, with its errors if asked.
  package static func run(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, in folder: String? = nil,
    withErrors: Bool = false
  ) throws -> (status: Int32, output: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(call: "pipe", errno: errno) }
    defer { close(ends[0]) }
    let process: StartedProcess
    do {
      // No other child may hold the end that is written, or the reading would not end with this one.
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

  /// Writes a shell script that can be run.
  ///
  /// A shell writes it: a descriptor of this process, which a child of another test holds for a moment, would keep it from being
  /// run (ETXTBSY).
  package static func write(script body: String, to path: String) throws {
    let writing = "printf %s \"$2\" >\"$1\" && chmod 700 \"$1\""
    let done = try run("/bin/sh", ["-c", writing, "sh", path, "#!/bin/sh\n\(body)\n"])
    guard done.status == 0 else { throw Failure(call: "sh", errno: done.status) }
  }
}
