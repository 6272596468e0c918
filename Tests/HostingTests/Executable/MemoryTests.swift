import Foundation
import TestBank
import Testing

/// Protection against leaks of the server's memory to disk.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits"), "requires `/proc/self/limits`"))
struct MemoryTests {
  /// Returns the soft and the hard limit on core dumps of a server with these options.
  private static func limits(_ options: String...) throws -> [Substring] {
    let server = try RunningServer(Program(["serve", "--port", "0"] + options, in: Workplace()))
    let limits = try String(contentsOfFile: "/proc/\(server.program.id)/limits", encoding: .utf8)
    try server.stop()
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    return Array(line.split(separator: " ").dropFirst(4).prefix(2))
  }

  @Test("A server writes no core dumps")
  func writesNoCoreDumps() throws {
    #expect(try Self.limits().first == "0")
    #expect(try Self.limits("--protect-memory").first == "0")
  }

  @Test("With `--core-dumps` the soft limit of core dumps equals the hard limit")
  func allowsCoreDumps() throws {
    let limits = try Self.limits("--core-dumps")
    #expect(limits.first == limits.last)
  }

  @Test("`--protect-memory` with `--core-dumps` is rejected")
  func refusesContradictingOptions() throws {
    let outcome = try Workplace().run("serve", "--port", "0", "--protect-memory", "--core-dumps")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
  }
}
