import Hosting
import Texts
import Foundation

/// Unbuffered standard output of commands other than `serve`. A program that reads it through a
/// pipe receives each line immediately.
enum Output {
  /// Writes a line. Escapes characters that can mislead a terminal, because texts may come from
  /// files and people.
  static func line(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text.escapingMisleading(lines: true))\n".utf8))
  }

  /// Writes a line to standard error, escaped in the same way.
  static func error(_ text: String) {
    FileHandle.standardError.write(Data("\(text.escapingMisleading(lines: true))\n".utf8))
  }
}
