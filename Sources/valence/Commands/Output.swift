import Hosting
import JSON
import Texts
import Platform

/// Unbuffered standard output of commands other than `serve`. A program that reads it through a
/// pipe receives each line immediately.
enum Output {
  /// Writes a line. Escapes characters that can mislead a terminal, because texts may come from
  /// files and people.
  static func line(_ text: String) {
    record(text.escapingMisleading(lines: true))
  }

  /// Writes a record of an export and a line feed, unchanged.
  ///
  /// If that fails, for example because the disk is full, the process exits with the status 1.
  static func record(_ text: String) {
    do { try AppendOnlyFile.standardOutput.write(Array("\(text)\n".utf8)) } catch {
      Self.error("cannot write to standard output: error \(error.errno)")
      exit(1)
    }
  }

  /// Writes lines to a new file with mode 0600, or to standard output if `path` is nil.
  static func write(_ lines: [String], to path: String?) throws {
    guard let path else {
      for line in lines { self.line(line) }
      return
    }
    let file = try NewFile(path)
    try file.write(lines.map { "\($0)\n" }.joined())
    try file.flush()
    self.line("wrote \(path)")
  }

  /// Writes a JSON value on one line.
  static func json(_ write: (inout Writer) -> Void) {
    var writer = Writer()
    write(&writer)
    line(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// Writes a line to standard error, escaped in the same way.
  static func error(_ text: String) {
    progress("\(text.escapingMisleading(lines: true))\n")
  }

  /// Writes a text to standard error, unchanged. A failure is ignored, because it cannot be
  /// reported.
  static func progress(_ text: String) { try? AppendOnlyFile.standardError.write(Array(text.utf8)) }
}
