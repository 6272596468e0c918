import Foundation
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

  @Test func aPipeThatNobodyReadsStopsNeitherTheServerNorItsEnd() throws {
    let (place, port, pipe) = (try Workplace(), try Self.freePort(), try Self.fullPipe())
    let process = Process()
    let ended = DispatchSemaphore(value: 0)
    process.executableURL = try Program.executable()
    process.arguments = ["serve", "--demo", "--port", "\(port)"]
    process.currentDirectoryURL = place.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    let end = ContinuousClock.now + .seconds(60)
    var client: RawClient?
    while client == nil, ContinuousClock.now < end { client = try? RawClient(port: port) }
    let first = try #require(client)
    for _ in 0..<50 {
      #expect(try first.exchange("GET", "/healthz").status == 200)
      // Refusals are logged at the level of warnings or below, and do not wait for the pipe.
      #expect(try first.exchange("GET", "/operations").status == 401)
    }
    // A wrong definition is told by errors on the thread that reads it.
    kill(process.processIdentifier, SIGHUP)
    #expect(try RawClient(port: port).exchange("GET", "/healthz").status == 200)
    kill(process.processIdentifier, SIGTERM)
    #expect(ended.wait(timeout: .now() + 60) == .success)
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
  }

  @Test func aServerThatCannotStartEndsThoughNobodyReadsWhy() throws {
    let (place, pipe) = (try Workplace(), try Self.fullPipe())
    let process = Process()
    let ended = DispatchSemaphore(value: 0)
    process.executableURL = try Program.executable()
    process.arguments = ["serve", "--config", "nowhere"]
    process.currentDirectoryURL = place.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    // Of one that runs there is no status.
    try #require(ended.wait(timeout: .now() + 60) == .success)
    #expect(process.terminationStatus == 1 && process.terminationReason == .exit)
  }

  @Test func aFIFOThatNobodyReadsIsToldAtTheStart() throws {
    let place = try Workplace()
    let path = place.folder.appending(path: "log.fifo").path
    try Process.run(URL(filePath: "/usr/bin/env"), arguments: ["mkfifo", path]).waitUntilExit()
    let outcome = try place.run("serve", "--log", "log.fifo")
    #expect((outcome.status, outcome.errors) == (1, "Error: nobody reads the log log.fifo\n"))
  }
}
