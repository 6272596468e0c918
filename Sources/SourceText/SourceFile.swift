import Synchronization

/// The text of a definition file, kept to show the line of a finding.
///
///     let file = SourceFile(name: "pay.yaml", text: "operation: pay\ntitle: Payment\n")
///     let title = Location(file: file, line: 2, column: 8)
///     file.character(at: title)  // "P"
package final class SourceFile: Sendable {
  /// The file's name in findings.
  package let name: String
  /// The lines without their line breaks.
  package var lines: [Substring] { text.lines }
  /// The place in another file that includes this one; nil if the file is read on its own.
  package let includedFrom: Location?
  /// The terms of that inclusion; nil if the file is read on its own.
  package let terms: InclusionTerms?
  /// The catalogs that translate texts written only in the default language.
  let translations: Translations?
  private let text: SourceLines

  /// Creates a file of a text.
  package convenience init(name: String, text: String, translations: Translations? = nil) {
    self.init(name: name, bytes: Array(text.utf8), translations: translations)
  }

  /// Creates a file of a text in UTF-8, whose memory it shares.
  package init(name: String, bytes: [UInt8], translations: Translations? = nil) {
    self.name = name
    text = SourceLines(bytes)
    (includedFrom, terms) = (nil, nil)
    self.translations = translations
  }

  /// Creates the same text as included at a place on these terms, with the translations of the including file.
  package init(_ file: SourceFile, includedFrom place: Location, on terms: InclusionTerms = InclusionTerms()) {
    (name, text, includedFrom, translations) = (file.name, file.text, place, place.file.translations)
    self.terms = terms
  }

  /// Returns the character at a place; nil at the end of its line.
  package func character(at location: Location) -> Unicode.Scalar? {
    let lines = lines
    guard lines.indices.contains(location.line - 1) else { return nil }
    return lines[location.line - 1].unicodeScalars.dropFirst(location.column - 1).first
  }
}

/// A text that is split into lines when the first of them is asked for: only files with findings are.
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

/// A place in a definition file.
package struct Location: Sendable {
  /// The file.
  package let file: SourceFile
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int

  /// Creates a place in a file.
  package init(file: SourceFile, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Returns the name of this place in a finding at another one.
  ///
  /// - In the same file: `line 4`.
  /// - In another file: `base.yaml:4:3`, with the files that include it.
  package func described(from other: Location) -> String {
    if file === other.file { return "line \(line)" }
    return ([self] + inclusions).map { "\($0.file.name):\($0.line):\($0.column)" }.joined(separator: ", included from ")
  }

  /// The places that include this one, the nearest first.
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
  /// Returns true for the same line and column of files with the same name.
  package static func == (a: Location, b: Location) -> Bool {
    (a.file.name, a.line, a.column) == (b.file.name, b.line, b.column)
  }
  /// Orders places by file name, line and column.
  package static func < (a: Location, b: Location) -> Bool {
    (a.file.name, a.line, a.column) < (b.file.name, b.line, b.column)
  }
}
