import Atoms

/// Finds files whose names are lists or mappings of which the names are such again.
///
/// The YAML library hashes every name with all that is in it, which takes the square of the file's size where names stand
/// in names. Only a `?` writes a long one, so that its number bounds the work; a few do no harm.
enum KeyNesting {
  /// The number of `?` that does no harm.
  private static let harmless = 24

  /// The place of the first `?` too many.
  static func place(in file: SourceFile) -> Location? {
    var count = 0
    for (index, line) in file.lines.enumerated() where line.utf8.contains(UInt8(ascii: "?")) {
      let scalars = Array(line.unicodeScalars)
      for (place, scalar) in scalars.enumerated() where scalar == "?" {
        // A `?` begins a name where blanks or other signs of nesting stand before it, and a blank behind it.
        guard place + 1 == scalars.count || " \t".unicodeScalars.contains(scalars[place + 1]),
          place == 0 || " \t[{,".unicodeScalars.contains(scalars[place - 1])
        else { continue }
        count += 1
        if count > harmless { return Location(file: file, line: index + 1, column: place + 1) }
      }
    }
    return nil
  }
}
