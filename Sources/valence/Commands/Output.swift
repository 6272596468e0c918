import Foundation

/// Standard output, written at once: a program that reads it over a pipe sees each line when it is there.
enum Output {
  /// Writes a line.
  static func line(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}
