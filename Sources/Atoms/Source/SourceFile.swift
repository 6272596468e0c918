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
