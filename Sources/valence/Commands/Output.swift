import Hosting
import Texts
import Foundation

/// Standard output of commands that end, written at once: a program that reads it over a pipe sees each line when it is there.
enum Output {
  /// Writes a line.
  ///
  /// Texts may come from files and people: characters that mislead a terminal are escaped.
  static func line(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text.escapingMisleading(lines: true))\n".utf8))
  }

  /// Writes a line to standard error.
  static func error(_ text: String) {
    FileHandle.standardError.write(Data("\(text.escapingMisleading(lines: true))\n".utf8))
  }
}
