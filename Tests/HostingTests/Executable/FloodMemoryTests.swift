#if os(Linux)
  import Foundation
  import JSON
  import TestBank
  import TestClient
  import Testing

  /// The memory of a server under a flood of logins or of unfinished bodies.
  struct FloodMemoryTests {
    @Test("A flood of logins uses the memory of two password hashes") func loginFloodUsesTwoHashes() throws {
      let (_, server) = try Workplace.serving()
      let before = try Self.kilobytes("VmRSS", of: server.program)
      let port = server.port
      let answers = try together(24) { number in
        try Visitor(port: port, from: "127.3.0.\(number + 1)").post(
          "/auth/login", ["login": .string("somebody\(number)"), "password": "a wrong password"]
        ).status
      }
      #expect(answers == [Int](repeating: 401, count: 24))
      let maximum = try Self.kilobytes("VmHWM", of: server.program) - before
      // A hash needs 64 MiB. The limits admit two concurrent hashes, and three would exceed the
      // maximum.
      #expect((60 * 1024..<3 * 64 * 1024).contains(maximum), "\(maximum) KiB")
      try server.stop()
    }

    @Test("The memory of unfinished bodies is bounded for an address and released")
    func boundsMemoryOfUnfinishedBodies() throws {
      let (_, server) = try Workplace.serving()
      let before = try Self.kilobytes("VmRSS", of: server.program)
      let body = [UInt8](repeating: 0x20, count: 1_000_000)
      try { () throws -> Void in
        let clients = try (0..<120).map { _ in
          let client = try RawClient(port: server.port, from: "127.4.0.1")
          // The server closes the connection that has waited longest, perhaps during this write.
          _ = try? client.send(
            "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000001\r\n\r\n")
          _ = try? client.send(body)
          return client
        }
        #expect(try Visitor(port: server.port).get("/healthz").status == 200)
        // The limit for each address is 32 MiB. A growing buffer may take twice its size. Without
        // the limit, the bodies would take 115 MiB.
        let maximum = try Self.kilobytes("VmHWM", of: server.program) - before
        #expect(maximum < 80 * 1024, "\(maximum) KiB")
        #expect(clients.first?.isClosed(within: 10_000) == true)
      }()
      // The server checks once a second whether it can return memory to the system.
      let visitor = try Visitor(port: server.port)
      var after = 0
      let isSmall = try eventually(within: 20) {
        #expect(try visitor.get("/healthz").status == 200)
        after = try Self.kilobytes("VmRSS", of: server.program) - before
        return after < 16 * 1024
      }
      #expect(isSmall, "\(after) KiB")
      try server.stop()
    }

    private static func kilobytes(_ name: String, of program: Program) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      return try #require(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first)
    }
  }
#endif
