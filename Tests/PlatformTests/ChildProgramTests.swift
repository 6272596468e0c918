import Foundation
@testable import Platform
import TestClient
import Testing

@Suite struct ChildProgramTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var kept: String { folder.appending(path: "kept").path }

  private func program(_ body: String) throws -> ChildProgram {
    let file = folder.appending(path: "run")
    try StartedProcess.write(script: body, to: file.path)
    return ChildProgram(path: file.path)
  }

  /// The process ID that a program wrote to a file.
  private func number() throws -> pid_t {
    try #require(pid_t(String(contentsOfFile: kept, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Waits until a process has ended. An orphan may stay a zombie until its new parent reaps it.
  private func hasEnded(_ process: pid_t) -> Bool {
    eventually(within: 30) {
      let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return kill(process, 0) != 0 || line?.split(separator: ")").last?.hasPrefix(" Z") == true
    }
  }

  @Test("A program receives its full input, and its exit status or signal is reported")
  func passesInputAndReportsEnd() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = Array(String(repeating: "x", count: 4095).utf8) + [10]
    #expect(try program("cat > '\(kept)'; exit 7").run(input: input, limit: .seconds(60)) == .exited(7))
    #expect(FileManager.default.contents(atPath: kept) == Data(input))
    #expect(try program("kill -15 $$").run(input: [], limit: .seconds(60)) == .signal(15))
  }

  @Test("A program that exceeds its time limit is killed with its child") func killsChildAtTimeLimit() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try program("sleep 600 & echo $! > '\(kept)'; wait")
    let began = ContinuousClock.now
    #expect(try program.run(input: [], limit: .seconds(2)) == .late)
    #expect(ContinuousClock.now - began < .seconds(30))
    #expect(try hasEnded(number()))
  }

  @Test("A background child is killed when its program exits") func killsBackgroundChild() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let began = ContinuousClock.now
    let program = try program("sleep 600 & echo $! > '\(kept)'; exit 5")
    #expect(try program.run(input: [], limit: .seconds(300)) == .exited(5))
    #expect(ContinuousClock.now - began < .seconds(30))
    #expect(try hasEnded(number()))
  }

  @Test("A program that ignores signals is killed at its time limit") func killsProgramThatIgnoresSignals() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try program("trap '' TERM INT HUP; while :; do sleep 600; done")
    #expect(try program.run(input: [], limit: .milliseconds(100)) == .late)
  }

  @Test("A program that cannot be started throws the failed call and its errno") func reportsFailedSpawn() {
    let nowhere = ChildProgram(path: folder.appending(path: "nowhere").path)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: ChildProgram.Failure(call: "posix_spawn", errno: ENOENT)) {
      try nowhere.run(input: [], limit: .seconds(1))
    }
  }

  @Test("An input above the capacity of a pipe is rejected, and the program does not run")
  func rejectsInputAbovePipeCapacity() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try program("cat > '\(kept)'")
    #expect(throws: ChildProgram.Failure.self) {
      try program.run(input: [UInt8](repeating: 0, count: 4 << 20), limit: .seconds(60))
    }
    #expect(!FileManager.default.fileExists(atPath: kept))
  }

  #if os(Linux)
    @Test("A child in a session of its own does not delay the result") func ignoresChildInOwnSession() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = try program("setsid sleep 600 & echo $! > '\(kept)'; exit 0")
      let began = ContinuousClock.now
      #expect(try program.run(input: [], limit: .seconds(300)) == .exited(0))
      #expect(ContinuousClock.now - began < .seconds(30))
      kill(try number(), SIGKILL)
    }

    @Test("A program inherits no open files and no blocked or ignored signals") func inheritsNoFilesOrSignals() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      // This thread blocks and ignores signals, as a server does.
      var (blocked, before) = (sigset_t(), sigset_t())
      sigemptyset(&blocked)
      sigaddset(&blocked, SIGTERM)
      pthread_sigmask(SIG_BLOCK, &blocked, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      let ignored = signal(SIGXFSZ, SIG_IGN)
      defer { signal(SIGXFSZ, ignored) }
      let open = fcntl(0, F_DUPFD, 500)
      try #require(open >= 500)
      defer { close(open) }
      let body = "{ grep -E 'SigBlk|SigIgn' /proc/self/status; ls /proc/$$/fd; } > '\(kept)'"
      #expect(try program(body).run(input: [], limit: .seconds(60)) == .exited(0))
      let lines = try String(contentsOfFile: kept, encoding: .utf8).split(separator: "\n")
      #expect(lines.first == "SigBlk:\t0000000000000000")
      // The C library uses signals 32 and 33.
      let inherited = lines.dropFirst().first.flatMap { UInt64($0.dropFirst(8), radix: 16) }
      #expect(inherited.map { $0 & 0x7FFF_FFFF } == 0)
      #expect(lines.count > 4 && !lines.contains("\(open)"))
    }
  #endif
}
