import Foundation
import TestBank
import TestClient
import Testing

/// A server in a process of its own whose log and output nobody reads.
struct StalledLogTests {
  /// A pipe that is full, with the end that a server gets.
  private static func fullPipe() throws -> Pipe {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(writing, F_GETFL)
    _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
    // One byte at a time fills the last page too.
    var block = Data(count: 4096)
    while !block.isEmpty {
      do { try pipe.fileHandleForWriting.write(contentsOf: block) } catch {
        block = block.count > 1 ? Data(count: 1) : Data()
      }
    }
    _ = fcntl(writing, F_SETFL, flags)
    return pipe
  }

  /// A port that nothing listens on, and that no system gives away by itself: the servers and clients of other tests never
  /// have it.
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
      // Refusals are logged at the level of warnings or below, and do not wait for the pipe.
      #expect(try first.exchange("GET", "/operations").status == 401)
    }
    // A wrong definition is told by errors on the thread that reads it.
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

  @Test("A log FIFO without a reader is refused at the start") func rejectsFIFOWithoutReader() throws {
    let place = try Workplace()
    let path = place.folder.appending(path: "log.fifo").path
    _ = try StartedProcess.run("/usr/bin/env", ["mkfifo", path])
    let outcome = try place.run("serve", "--log", "log.fifo")
    #expect((outcome.status, outcome.errors) == (1, "Error: the log log.fifo has no reader\n"))
  }
}
