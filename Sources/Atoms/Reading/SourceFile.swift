/// The text of a definition file, kept for showing the line of a fault.
package final class SourceFile: Sendable {
  /// The file's name as faults print it.
  package let name: String
  /// The lines without their ends.
  package let lines: [Substring]
  /// Where another file includes it; nil where it is read for itself.
  package let includedFrom: Location?
  /// What translates the texts that it writes in the default language only.
  let translations: Translations?

  /// Splits the text into lines.
  package init(name: String, text: String, translations: Translations? = nil) {
    self.name = name
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    includedFrom = nil
    self.translations = translations
  }

  /// The same text as it stands where another file includes it, translated as that file is.
  package init(_ file: SourceFile, includedFrom place: Location) {
    (name, lines, includedFrom, translations) = (file.name, file.lines, place, place.file.translations)
  }

  /// The character at a place; nil at the end of its line.
  package func character(at location: Location) -> Unicode.Scalar? {
    guard lines.indices.contains(location.line - 1) else { return nil }
    return lines[location.line - 1].unicodeScalars.dropFirst(location.column - 1).first
  }
}

/// A place in a definition file.
package struct Location: Sendable {
  /// The file.
  package let file: SourceFile
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int

  /// A place in a file.
  package init(file: SourceFile, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// How a fault at another place calls this one: by its line in the same file, else by all that names it.
  package func told(from other: Location) -> String {
    if file === other.file { return "line \(line)" }
    return ([self] + inclusions).map { "\($0.file.name):\($0.line):\($0.column)" }.joined(separator: ", included from ")
  }

  /// The places that include this one, the nearest first.
  package var inclusions: [Location] {
    Array(sequence(first: self) { $0.file.includedFrom }.dropFirst())
  }

  /// The text of the line, where the file has it.
  var text: Substring? { file.lines.indices.contains(line - 1) ? file.lines[line - 1] : nil }
}

extension Location: Comparable {
  /// Whether both are the same place of files of the same name.
  package static func == (a: Location, b: Location) -> Bool {
    (a.file.name, a.line, a.column) == (b.file.name, b.line, b.column)
  }
  /// Whether the first place comes first, files in the order of their names.
  package static func < (a: Location, b: Location) -> Bool {
    (a.file.name, a.line, a.column) < (b.file.name, b.line, b.column)
  }
}
