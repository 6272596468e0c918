import CPlatform
import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

  /// Starts a program in a folder, with these three descriptors and no other.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: String, input: Int32,
    output: Int32,
    errors: Int32
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
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
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
    let words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, path] + arguments
    var id = pid_t()
    let result = Self.withTexts(words) { words in
      Self.withTexts(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&id, "/bin/sh", &actions, &attributes, words, environment)
      }
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

  /// Lends texts in C's form: an array of pointers that ends with null.
  private static func withTexts(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { pointers in pointers.baseAddress.map(body) ?? EINVAL }
  }
}
