import Foundation
import TestBank
import TestClient
import Testing

/// A server whose log and standard output have no reader.
struct StalledLogTests {
  /// Returns a pipe whose buffer is full.
  private static func fullPipe() throws -> Pipe {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(writing, F_GETFL)
    _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
    // Single bytes fill the last page.
    var block = Data(count: 4096)
    while !block.isEmpty {
      do { try pipe.fileHandleForWriting.write(contentsOf: block) } catch {
        block = block.count > 1 ? Data(count: 1) : Data()
      }
    }
    _ = fcntl(writing, F_SETFL, flags)
    return pipe
  }

  /// Returns an unused port below the range of ephemeral ports, so servers and clients of other
  /// tests do not get it.
  private static func freePort() throws -> UInt16 {
    try #require((20_000..<30_000).shuffled().lazy.map(UInt16.init).first { (try? RawClient(port: $0)) == nil })
  }

  @Test("A server with a full log pipe serves requests and stops") func servesAndStopsWithFullPipe() throws {
    let (place, port, pipe) = (try Workplace(), try Self.freePort(), try Self.fullPipe())
    let process = try StartedProcess(
      try Program.executable().path, ["serve", "--demo", "--port", "\(port)"], in: place.folder.path,
      output: pipe.fileHandleForWriting.fileDescriptor, errors: pipe.fileHandleForWriting.fileDescriptor)
    defer { process.signal(SIGKILL) }
    var client: RawClient?
    _ = eventually {
      client = try? RawClient(port: port)
      return client != nil
    }
    let first = try #require(client)
    for _ in 0..<50 {
      #expect(try first.exchange("GET", "/healthz").status == 200)
      // Rejected requests are logged, and the lines do not wait for the pipe.
      #expect(try first.exchange("GET", "/operations").status == 401)
    }
    // The reload also logs its result.
    process.signal(SIGHUP)
    #expect(try RawClient(port: port).exchange("GET", "/healthz").status == 200)
    process.signal(SIGTERM)
    #expect(process.outcome(within: 60) == 0)
  }

  @Test("A failed start exits although its output pipe is full") func failedStartExitsWithFullPipe() throws {
    let (place, pipe) = (try Workplace(), try Self.fullPipe())
    let process = try StartedProcess(
      try Program.executable().path, ["serve", "--config", "nowhere"], in: place.folder.path,
      output: pipe.fileHandleForWriting.fileDescriptor, errors: pipe.fileHandleForWriting.fileDescriptor)
    defer { process.signal(SIGKILL) }
    #expect(process.outcome(within: 60) == 1)
  }

  @Test("A log FIFO without a reader is rejected at the start") func rejectsFIFOWithoutReader() throws {
    let place = try Workplace()
    let path = place.folder.appending(path: "log.fifo").path
    _ = try StartedProcess.run("/usr/bin/env", ["mkfifo", path])
    let outcome = try place.run("serve", "--log", "log.fifo")
    #expect((outcome.status, outcome.errors) == (1, "Error: the log log.fifo has no reader\n"))
  }
}
