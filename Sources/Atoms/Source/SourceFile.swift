/// The text of a definition file, kept for showing the line of a fault.
package final class SourceFile: Sendable {
  /// The file's name as faults print it.
  package let name: String
  /// The lines without their ends.
  package let lines: [Substring]

  /// Splits the text into lines.
  package init(name: String, text: String) {
    self.name = name
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
  }
  /// The character at a place; nil at the end of its line.
  package func character(at location: Location) -> Unicode.Scalar? {
    guard lines.indices.contains(location.line - 1) else { return nil }
    return lines[location.line - 1].unicodeScalars.dropFirst(location.column - 1).first
  }
}
