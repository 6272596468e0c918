/// A place in a directory file. Real files are one line of a million characters: the column and the entry tell more.
package struct DirectoryPlace: Equatable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1; for an entry that of the end of its opening tag.
  package let column: Int
  /// The entry, counted from 1; 0 before the first.
  package let entry: Int

  /// A place.
  package init(line: Int, column: Int, entry: Int) {
    self.line = line
    self.column = column
    self.entry = entry
  }

  /// The place of the byte at that offset.
  init(offset: Int, in bytes: [UInt8], entry: Int = 0) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.init(line: before.count { $0 == 0x0A } + 1, column: offset - start + 1, entry: entry)
  }
}

extension DirectoryPlace: CustomStringConvertible {
  /// Such as `line 1, column 885, entry 2`.
  package var description: String { "line \(line), column \(column)" + (entry > 0 ? ", entry \(entry)" : "") }
}
