import Dates
import Texts
import Foundation
import JSON
import Logging
import Model
import Platform
import Synchronization
import Testing

@testable import Telemetry

/// The log writer, and files that cannot be written.
@Suite struct LogSinkTests {
  private static func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }
  private static let reported: @Sendable (Int) -> [UInt8] = { Array("\($0) lost\n".utf8) }

  @Test("Log lines for a blocked pipe are dropped and counted without blocking the caller")
  func dropsLinesOfBlockedPipe() throws {
    let pipe = Pipe()
    let sink = try LogSink(
      AppendOnlyFile(pipe.fileHandleForWriting.fileDescriptor), capacity: 64 * 1024, lost: Self.reported)
    // The pipe holds 64 KiB, the writer one block of that size and the buffer another one. The sink
    // drops the other lines, and no append blocks.
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1023) + [UInt8(ascii: "\n")]
    for number in 0..<1000 { sink.append(long, urgent: number % 10 == 0) }
    #expect(sink.dropped >= 1000 - 3 * 64 - 1)
    #expect(!sink.flush(within: .milliseconds(10)))
    // Once the pipe is read, each line is written or counted as dropped, and the count is logged.
    let dropped = sink.dropped
    let reader = Reader(pipe.fileHandleForReading)
    #expect(sink.flush(within: .seconds(60)))
    sink.append(Self.line(1), urgent: true)
    #expect(sink.flush(within: .seconds(60)))
    try pipe.fileHandleForWriting.close()
    let lines = reader.lines()
    #expect(lines.count { $0.hasPrefix("x") } == 1000 - dropped)
    let reported = lines.compactMap { $0.hasSuffix(" lost") ? Int($0.dropLast(5)) : nil }
    #expect(reported.reduce(0, +) == dropped)
    #expect(lines.last == "line 1")
  }

  @Test(
    "Control and bidirectional characters are escaped in log lines", arguments: [LineLogHandler.Format.text, .json])
  func escapesControlCharacters(_ format: LineLogHandler.Format) throws {
    let pipe = Pipe()
    let sink = try LogSink(AppendOnlyFile(pipe.fileHandleForWriting.fileDescriptor), lost: Self.reported)
    let log = Logger(label: "test") { LineLogHandler(label: $0, level: .info, format: format, sink: sink) { nil } }
    log.warning("a \u{202E}message\n", metadata: ["file": "b\u{9B}\u{2066}c\u{1B}[2J", "plain": "Ёж"])
    let reader = Reader(pipe.fileHandleForReading)
    #expect(sink.flush(within: .seconds(60)))
    try pipe.fileHandleForWriting.close()
    let lines = reader.lines()
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(!line.misleads(), "\(line)")
    #expect(line.contains(#"\u202Emessage"#) && line.contains(#"\u009B\u2066c"#) && line.contains("Ёж"))
    guard format == .json else { return }
    let read = try Value(reading: Array(line.utf8))
    #expect(read["file"] == "b\u{9B}\u{2066}c\u{1B}[2J")
  }

  @Test("A full log buffer accepts urgent lines in its reserve") func reservesRoomForUrgentLines() throws {
    let pipe = Pipe()
    let sink = try LogSink(
      AppendOnlyFile(pipe.fileHandleForWriting.fileDescriptor), capacity: 64 * 1024, lost: Self.reported)
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1023) + [UInt8(ascii: "\n")]
    while sink.dropped == 0 { sink.append(long, urgent: false) }
    let dropped = sink.dropped
    sink.append(Array("a warning\n".utf8), urgent: true)
    #expect(sink.dropped == dropped)
    let reader = Reader(pipe.fileHandleForReading)
    #expect(sink.flush(within: .seconds(60)))
    try pipe.fileHandleForWriting.close()
    #expect(reader.lines().contains("a warning"))
  }

  @Test("Log lines that cannot be written are counted and reported later") func reportsFailedLinesLater() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log").path
    try Data().write(to: URL(filePath: path))
    // A read-only descriptor simulates a full disk until a writable one replaces it.
    let reading = try #require(FileHandle(forReadingAtPath: path))
    let sink = try LogSink(AppendOnlyFile(reading.fileDescriptor), lost: Self.reported)
    for number in 0..<3 { sink.append(Self.line(number), urgent: false) }
    #expect(sink.flush(within: .seconds(60)))
    #expect(sink.dropped == 3)
    let writing = try #require(FileHandle(forWritingAtPath: path))
    #expect(dup2(writing.fileDescriptor, reading.fileDescriptor) >= 0)
    sink.append(Self.line(3), urgent: false)
    #expect(sink.flush(within: .seconds(60)))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "line 3\n3 lost\n")
  }

  @Test("After a rotation each log line is in one of the two files") func writesEachLineOnceDuringRotation() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log").path
    let sink = try LogSink(try AppendOnlyFile(path: path), lost: Self.reported)
    let done = DispatchSemaphore(value: 0)
    let count = 20_000
    Thread.detachNewThread {
      for number in 0..<count { sink.append(Self.line(number), urgent: number % 100 == 0) }
      done.signal()
    }
    for rotation in 0..<20 {
      try FileManager.default.moveItem(atPath: path, toPath: "\(path).\(rotation)")
      sink.replace(with: try AppendOnlyFile(path: path))
      // At the next rotation the replaced file must be closed, as with a rotation every day.
      sink.append(Array("rotation \(rotation)\n".utf8), urgent: true)
      #expect(sink.flush(within: .seconds(60)))
    }
    done.wait()
    #expect(sink.flush(within: .seconds(60)))
    let names = (0..<20).map { "\(path).\($0)" } + [path]
    let lines = try names.flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
    #expect(sink.dropped == 0)
    #expect(lines.filter { $0.hasPrefix("line ") } == (0..<count).map { "line \($0)" })
    let files = FileManager.default
    let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(open.filter { $0.hasPrefix(folder.path) } == [path], "replaced files are open")
    // The line after a replacement is in the new file.
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("rotation 19\n"))
  }

  private final class Reader: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let data = Mutex(Data())

    init(_ file: FileHandle) {
      Thread.detachNewThread {
        let read = (try? file.readToEnd()) ?? Data()
        self.data.withLock { $0 = read }
        self.done.signal()
      }
    }

    func lines() -> [String] {
      done.wait()
      return String(decoding: data.withLock { $0 }, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test("Log timestamps within one second differ in their milliseconds") func stampsIncludeMilliseconds() throws {
    var stamp = LogStamp()
    for text in [
      "2026-11-25T09:30:59.007Z", "2026-11-25T09:30:59.100Z", "2026-11-25T09:30:59.999Z", "2026-11-25T09:31:00.001Z",
      "1999-12-31T23:59:59.998Z", "2026-11-25T09:30:59.010Z",
    ] {
      let instant = try #require(Instant(text))
      var line: [UInt8] = []
      line.append(upTo: LogStamp.size) { stamp.put(on: &$0, at: instant) }
      #expect(String(decoding: line, as: UTF8.self) == text)
    }
  }
}
