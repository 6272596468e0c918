#if os(Linux)
  import Foundation
  import JSON
  import Testing

  /// What a flood of logins costs the running program.
  struct FloodMemoryTests {
    @Test func aFloodTakesTheMemoryOfTwoHashes() throws {
      let place = try Workplace()
      let server = try place.serve()
      let before = try Self.kilobytes("VmRSS", of: server.program)
      let port = server.port
      let answers = try together(24) { number in
        try Visitor(port: port, from: "127.3.0.\(number + 1)").post(
          "/auth/login", ["login": .string("somebody\(number)"), "password": "a wrong password"]
        ).status
      }
      #expect(answers == [Int](repeating: 401, count: 24))
      let most = try Self.kilobytes("VmHWM", of: server.program) - before
      // A hash takes 64 MiB: two fit, and three would not.
      #expect((60 * 1024..<3 * 64 * 1024).contains(most), "\(most) KiB")
      try server.stop()
    }

    private static func kilobytes(_ name: String, of program: Program) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      return try #require(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first)
    }
  }
#endif
