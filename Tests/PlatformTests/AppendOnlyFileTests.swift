import Foundation
@testable import Platform
import Testing

@Suite struct AppendOnlyFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var path: String { folder.appending(path: "log").path }

  @Test("Bytes are appended, also after another writer and after a truncation") func appendsBytes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try AppendOnlyFile(path: path)
    try file.write(Array("one\n".utf8))
    // Another process may append to the file or truncate it.
    try AppendOnlyFile(path: path).write(Array("two\n".utf8))
    try file.write(Array("three\n".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\nthree\n")
    truncate(path, 0)
    try file.write(Array("four\n".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "four\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("Opening a FIFO without a reader fails with ENXIO and does not block") func rejectsFIFOWithoutReader() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: AppendOnlyFile.Failure(errno: ENXIO, written: 0)) { try AppendOnlyFile(path: path) }
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try AppendOnlyFile(path: path).write([1, 2, 3])
    var read = [UInt8](repeating: 0, count: 4)
    #expect(Foundation.read(reader, &read, 4) == 3 && read == [1, 2, 3, 0])
  }

  @Test("A write to a nonblocking descriptor waits until all bytes are written")
  func waitsOnNonblockingDescriptor() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let reader = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let written = DispatchGroup()
    DispatchQueue(label: "write").async(group: written) {
      #expect(throws: Never.self) { try AppendOnlyFile(writing).write(bytes) }
      close(writing)
    }
    #expect(try reader.readToEnd() == Data(bytes))
    written.wait()
  }

  @Test("A write to a pipe without a reader throws EPIPE") func throwsEPIPE() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ignored = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, ignored) }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(throws: AppendOnlyFile.Failure(errno: EPIPE, written: 0)) { try AppendOnlyFile(ends[1]).write([1]) }
  }
}
