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

  /// The place where the `offset`-th UTF-8 byte of a scalar's decoded text was written, for a scalar that starts here.
  package func inside(_ scalar: String, offset: Int) -> Location {
    guard let written = WrittenScalar(at: self) else { return self }
    let index = String(decoding: scalar.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
    return written.location(of: index, in: Array(scalar.unicodeScalars))
  }
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
