import Synchronization
package import Texts

/// The text of a definition file, retained to show lines in findings.
package final class SourceFile: Sendable {
  /// The name in findings.
  package let name: String
  /// The lines without line breaks.
  package var lines: [Substring] { text.lines }
  /// The position of the inclusion in the including file; nil if the file is not included.
  package let includedFrom: Location?
  /// The options of the inclusion; nil if the file is not included.
  package let terms: InclusionTerms?
  /// The catalogs for texts that are written only in the default language.
  let translations: Translations?
  private let text: SourceLines
  /// The languages into which the file or a catalog translates at least one of its texts.
  private let languages = Mutex<Set<Language>>([])

  package convenience init(name: String, text: String, translations: Translations? = nil) {
    self.init(name: name, bytes: Array(text.utf8), translations: translations)
  }

  /// Creates a file from UTF-8 text, without copying it.
  package init(name: String, bytes: [UInt8], translations: Translations? = nil) {
    self.name = name
    text = SourceLines(bytes)
    (includedFrom, terms) = (nil, nil)
    self.translations = translations
  }

  /// Creates the file as included at `place`, with the translations of the including file.
  package init(_ file: SourceFile, includedFrom place: Location, on terms: InclusionTerms = InclusionTerms()) {
    (name, text, includedFrom, translations) = (file.name, file.text, place, place.file.translations)
    self.terms = terms
  }

  /// Records that a text of the file has a translation.
  package func noteTranslation(into language: Language) {
    languages.withLock { _ = $0.insert(language) }
  }

  /// Returns true if at least one text of the file has a translation into the language.
  func isTranslated(into language: Language) -> Bool { languages.withLock { $0.contains(language) } }

  /// Returns the character at a position; nil at the end of the line or outside the file.
  package func character(at location: Location) -> Unicode.Scalar? {
    let lines = lines
    guard lines.indices.contains(location.line - 1) else { return nil }
    return lines[location.line - 1].unicodeScalars.dropFirst(location.column - 1).first
  }
}

/// A text that is split into lines on first use, because only files with findings need lines.
private final class SourceLines: Sendable {
  private let bytes: [UInt8]
  private let known = Mutex<[Substring]?>(nil)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var lines: [Substring] {
    known.withLock { known in
      if let known { return known }
      let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
      known = lines
      return lines
    }
  }
}

/// A position in a definition file.
package struct Location: Sendable {
  package let file: SourceFile
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int

  package init(file: SourceFile, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Returns a description of this position for a finding at `other`.
  ///
  /// - In the same file: `line 4`.
  /// - In another file: `base.yaml:4:3`, followed by the inclusions.
  package func described(from other: Location) -> String {
    if file === other.file { return "line \(line)" }
    return ([self] + inclusions).map { "\($0.file.name):\($0.line):\($0.column)" }.joined(separator: ", included from ")
  }

  /// Returns true for the same place of the same file.
  package func isSame(as other: Location) -> Bool {
    file === other.file && line == other.line && column == other.column
  }

  /// The positions of the inclusions, the innermost first.
  package var inclusions: [Location] {
    Array(sequence(first: self) { $0.file.includedFrom }.dropFirst())
  }

  /// The text of the line; nil if the file has no such line.
  package var text: Substring? {
    let lines = file.lines
    return lines.indices.contains(line - 1) ? lines[line - 1] : nil
  }
}

extension Location: Comparable {
  /// Returns true if file name, line and column are equal.
  package static func == (a: Location, b: Location) -> Bool {
    (a.file.name, a.line, a.column) == (b.file.name, b.line, b.column)
  }
  /// Orders positions by file name, line and column.
  package static func < (a: Location, b: Location) -> Bool {
    (a.file.name, a.line, a.column) < (b.file.name, b.line, b.column)
  }
}
